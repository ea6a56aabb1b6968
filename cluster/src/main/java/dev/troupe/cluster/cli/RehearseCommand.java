package dev.troupe.cluster.cli;

import dev.troupe.cluster.config.ConfigLoader;
import dev.troupe.cluster.node.NodeProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code troupe rehearse}: starts a node on free ports, uses it for a moment and stops it; {@code bin/troupe} records it. */
@Command(name = "rehearse", hidden = true, description = "Starts a node, uses it for a moment and stops it.")
final class RehearseCommand implements Callable<Integer> {
    @Option(names = "--data-dir", required = true, description = "A folder that may be thrown away afterwards.")
    private @Nullable Path dataDir;

    @Override
    public Integer call() {
        Map<String, String> free = Map.of(
                "data.dir", String.valueOf(dataDir),
                "listeners", "PLAINTEXT://127.0.0.1:0",
                "management.port", "0",
                "artery.port", "0");
        return NodeProcess.rehearse(ConfigLoader.load(null, free), Version.text(), kafka -> new Rehearsal(kafka).run());
    }
}
