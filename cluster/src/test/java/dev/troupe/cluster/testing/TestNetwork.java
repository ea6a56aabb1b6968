package dev.troupe.cluster.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A network namespace for each node, and two bridges between them: one for the nodes among themselves, which can be cut, one for
 * clients, which never is. Needs Linux and root.
 */
public final class TestNetwork implements Hosts {
    private final String name = "trp" + ProcessHandle.current().pid() % 10_000;
    private final int subnet = (int) (ProcessHandle.current().pid() % 250);
    private final int nodes;

    private TestNetwork(int nodes) {
        this.nodes = nodes;
    }

    /** Whether this machine lets us make namespaces. */
    public static boolean isPermitted() {
        String probe = "trpprobe" + ProcessHandle.current().pid();
        try {
            run("ip", "netns", "add", probe);
            run("ip", "netns", "del", probe);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Makes the namespaces of so many nodes, numbered from one. */
    public static TestNetwork create(int nodes) throws IOException {
        TestNetwork network = new TestNetwork(nodes);
        try {
            network.build();
            return network;
        } catch (IOException e) {
            network.close();
            throw e;
        }
    }

    private void build() throws IOException {
        for (Bridge bridge : Bridge.values()) {
            ip("link add %s type bridge".formatted(of(bridge)));
            ip("addr add %s/24 dev %s".formatted(address(bridge, 254), of(bridge)));
            ip("link set %s up".formatted(of(bridge)));
        }
        for (int id : ids()) {
            ip("netns add %s".formatted(host(id)));
            ip("-n %s link set lo up".formatted(host(id)));
            for (Bridge bridge : Bridge.values()) {
                join(bridge, id);
            }
        }
    }

    private void join(Bridge bridge, int id) throws IOException {
        ip("link add %s type veth peer name %s netns %s".formatted(plug(bridge, id), bridge.device, host(id)));
        ip("-n %s addr add %s/24 dev %s".formatted(host(id), address(bridge, id), bridge.device));
        ip("-n %s link set %s up".formatted(host(id), bridge.device));
        ip("link set %s master %s up".formatted(plug(bridge, id), of(bridge)));
    }

    /** What a node and the others say to each other is lost from now on, silently. */
    public void cut(int id) throws IOException {
        ip("link set %s nomaster".formatted(plug(Bridge.NODES, id)));
    }

    /** They hear each other again. */
    public void heal(int id) throws IOException {
        ip("link set %s master %s".formatted(plug(Bridge.NODES, id), of(Bridge.NODES)));
    }

    @Override
    public String toOthers(int id) {
        return address(Bridge.NODES, id);
    }

    @Override
    public String toClients(int id) {
        return address(Bridge.CLIENTS, id);
    }

    @Override
    public List<String> command(int id) {
        return List.of("ip", "netns", "exec", host(id));
    }

    @Override
    public void close() {
        List<String> all = new ArrayList<>();
        ids().forEach(id -> all.add("netns del " + host(id)));
        for (Bridge bridge : Bridge.values()) {
            ids().forEach(id -> all.add("link del " + plug(bridge, id)));
            all.add("link del " + of(bridge));
        }
        for (String each : all) {
            try {
                ip(each);
            } catch (IOException notThere) {
                // A namespace takes its devices along when it goes.
            }
        }
    }

    private List<Integer> ids() {
        return IntStream.rangeClosed(1, nodes).boxed().toList();
    }

    private String host(int id) {
        return name + "-" + id;
    }

    private String of(Bridge bridge) {
        return name + bridge.device;
    }

    private String plug(Bridge bridge, int id) {
        return name + bridge.device + id;
    }

    private String address(Bridge bridge, int host) {
        return "10." + bridge.net + "." + subnet + "." + host;
    }

    private static void ip(String words) throws IOException {
        run(("ip " + words).split(" "));
    }

    private static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + ": " + said);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private enum Bridge {
        NODES("node", 213),
        CLIENTS("user", 214);

        private final String device;
        private final int net;

        Bridge(String device, int net) {
            this.device = device;
            this.net = net;
        }
    }
}
