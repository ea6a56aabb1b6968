package dev.troupe.cluster.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** A cluster of processes on fixed ports, numbered from one. */
public final class TestNodes implements AutoCloseable {
    private static final int HTTP_OK = 200;

    private final Path data;
    private final Hosts hosts;
    private final List<Integer> artery;
    private final List<Integer> kafka;
    private final List<Integer> management;
    private final Map<Integer, TestNode> running = new TreeMap<>();
    private final Map<Integer, TestNode> paused = new TreeMap<>();

    private final List<String> more;

    private TestNodes(Path data, Hosts hosts, int count, List<String> more) {
        this.data = data;
        this.hosts = hosts;
        this.more = more;
        List<Integer> ports = freePorts(3 * count);
        this.artery = ports.subList(0, count);
        this.kafka = ports.subList(count, 2 * count);
        this.management = ports.subList(2 * count, 3 * count);
    }

    /** Starts so many at once, each with what is wanted {@code more}, and waits until all are ready. */
    public static TestNodes start(Path data, int count, String... more) {
        return start(data, Hosts.LOOPBACK, count, more);
    }

    /** Starts one on each host and waits until all are ready. */
    public static TestNodes start(Path data, Hosts hosts, int count, String... more) {
        TestNodes nodes = new TestNodes(data, hosts, count, List.of(more));
        nodes.startAll();
        return nodes;
    }

    /** Starts all that do not run, at once, and waits until they are ready. */
    public void startAll() {
        List<TestNode> starting = new ArrayList<>();
        for (int id : ids()) {
            if (!running.containsKey(id) && !paused.containsKey(id)) {
                TestNode node = TestNode.run(hosts.command(id), arguments(id));
                running.put(id, node);
                starting.add(node);
            }
        }
        starting.forEach(TestNode::awaitReady);
    }

    private String[] arguments(int id) {
        List<String> arguments = new ArrayList<>(List.of("start", "--node-id", String.valueOf(id)));
        arguments.addAll(List.of("--data-dir", data.resolve("node-" + id).toString()));
        for (int seed : ids()) {
            arguments.addAll(List.of("--seed", hosts.toOthers(seed) + ":" + artery.get(seed - 1)));
        }
        Map<String, Object> settings = Map.of(
                "allow-insecure", !hosts.equals(Hosts.LOOPBACK),
                "artery.host", hosts.toOthers(id),
                "artery.port", artery.get(id - 1),
                "listeners", "PLAINTEXT://" + hosts.toClients(id) + ":" + kafka.get(id - 1),
                "management.host", hosts.toClients(id),
                "management.port", management.get(id - 1));
        settings.forEach((key, value) -> arguments.addAll(List.of("--set", key + "=" + value)));
        arguments.addAll(more);
        return arguments.toArray(String[]::new);
    }

    /** The numbers of all nodes. */
    public List<Integer> ids() {
        return IntStream.rangeClosed(1, artery.size()).boxed().toList();
    }

    /** The numbers of those that run and are not paused. */
    public List<Integer> running() {
        return List.copyOf(running.keySet());
    }

    /** SIGKILL. */
    public void kill(int id) {
        remove(id).kill();
    }

    /** SIGTERM, and waits for the end. */
    public void stop(int id) {
        remove(id).stop();
    }

    /** SIGSTOP: the process is there, and silent. */
    public void pause(int id) {
        TestNode node = remove(id);
        node.signal("STOP");
        paused.put(id, node);
    }

    /** SIGCONT. */
    public void resume(int id) {
        TestNode node = Objects.requireNonNull(paused.remove(id), "it is not paused");
        node.signal("CONT");
        running.put(id, node);
    }

    private TestNode remove(int id) {
        TestNode node = running.remove(id);
        if (node == null) {
            throw new IllegalStateException("node " + id + " does not run");
        }
        return node;
    }

    /** Where Kafka clients connect: all nodes, running or not. */
    public String bootstrap() {
        return String.join(
                ",",
                ids().stream()
                        .map(id -> hosts.toClients(id) + ":" + kafka.get(id - 1))
                        .toList());
    }

    /** Where Kafka clients reach one node, on this machine. */
    public int kafkaPort(int id) {
        return kafka.get(id - 1);
    }

    /** Where one node serves HTTP. */
    public String management(int id) {
        return "http://" + hosts.toClients(id) + ":" + management.get(id - 1);
    }

    /** Who is the controller, as one of the running nodes sees it. */
    public Controller controller() {
        return controllerSeenBy(running.keySet().iterator().next());
    }

    /** Who is the controller, as that node sees it. */
    public Controller controllerSeenBy(int id) {
        String json = get(management(id) + "/api/v1/controller").body();
        return new Controller(number("node_id", json), number("epoch", json));
    }

    /** Whether a node says that it serves. */
    public boolean isReady(int id) {
        try {
            return get(management(id) + "/ready").statusCode() == HTTP_OK;
        } catch (UncheckedIOException notThere) {
            return false;
        }
    }

    /** A controller and its epoch. */
    public record Controller(int nodeId, int epoch) {}

    private static int number(String field, String json) {
        Matcher matcher = Pattern.compile("\"" + field + "\" : (-?\\d+)").matcher(json);
        if (!matcher.find()) {
            throw new IllegalStateException(field + " in " + json);
        }
        return Integer.parseInt(matcher.group(1));
    }

    private static HttpResponse<String> get(String address) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Integer> freePorts(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What all of them have said, for a test that failed. */
    public String output() {
        StringBuilder all = new StringBuilder();
        running.forEach((id, node) -> all.append("--- node ")
                .append(id)
                .append('\n')
                .append(node.output())
                .append('\n'));
        return all.toString();
    }

    @Override
    public void close() {
        paused.values().forEach(TestNode::close);
        running.values().forEach(TestNode::close);
    }
}
