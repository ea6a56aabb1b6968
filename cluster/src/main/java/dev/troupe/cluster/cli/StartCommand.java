package dev.troupe.cluster.cli;

import dev.troupe.cluster.config.ConfigLoader;
import dev.troupe.cluster.config.StartFailure;
import dev.troupe.cluster.node.NodeProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code troupe start}: runs a node until it is told to stop. */
@Command(
        name = "start",
        description = "Starts a node and runs it until Ctrl-C or SIGTERM.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class StartCommand implements Callable<Integer> {
    private static final int LAST_PORT = 65_535;

    @Option(names = "--config", paramLabel = "FILE", description = "Keys that differ from application.conf.")
    private @Nullable Path config;

    @Option(names = "--data-dir", paramLabel = "DIR", description = "Where everything is kept (default: data).")
    private @Nullable Path dataDir;

    @Option(names = "--port", paramLabel = "N", description = "For Kafka clients (default: 9092).")
    private @Nullable Integer port;

    @Option(names = "--management-port", paramLabel = "N", description = "For HTTP (default: 8558).")
    private @Nullable Integer managementPort;

    @Option(names = "--artery-port", paramLabel = "N", description = "For other nodes (default: 7355).")
    private @Nullable Integer arteryPort;

    @Option(names = "--node-id", paramLabel = "N", description = "Unique in the cluster (default: 1).")
    private @Nullable Integer nodeId;

    @Option(names = "--seed", paramLabel = "HOST:ARTERYPORT", description = "A node to join; may be repeated.")
    private List<String> seeds = new ArrayList<>();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Any key of application.conf; may be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @SuppressWarnings("UnusedVariable") // bin/troupe has acted on it; it stands here for --help
    @Option(names = "--heap", paramLabel = "SIZE", description = "Heap of the JVM (default: 512m); read by bin/troupe.")
    private @Nullable String heap;

    @Override
    public Integer call() throws Exception {
        return NodeProcess.run(ConfigLoader.load(config, overrides()), Version.text());
    }

    private Map<String, String> overrides() {
        Map<String, String> all = new LinkedHashMap<>(settings);
        put(all, "--data-dir", "data.dir", dataDir == null ? null : dataDir.toAbsolutePath());
        put(all, "--port", "listeners", port == null ? null : "PLAINTEXT://127.0.0.1:" + checked("--port", port));
        put(all, "--management-port", "management.port", checked("--management-port", managementPort));
        put(all, "--artery-port", "artery.port", checked("--artery-port", arteryPort));
        put(all, "--node-id", "node.id", nodeId);
        put(all, "--seed", "seeds", seeds.isEmpty() ? null : String.join(",", seeds));
        return all;
    }

    private static void put(Map<String, String> all, String option, String key, @Nullable Object value) {
        if (value != null && all.putIfAbsent(key, value.toString()) != null) {
            throw new StartFailure(option + " and --set " + key + " say the same thing twice; give one of them");
        }
    }

    private static @Nullable Integer checked(String option, @Nullable Integer port) {
        if (port != null && (port < 0 || port > LAST_PORT)) {
            throw new StartFailure("invalid value '" + port + "' for " + option + ": it must be 0 to " + LAST_PORT);
        }
        return port;
    }
}
