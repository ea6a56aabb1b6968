package dev.troupe.cluster.cli;

import dev.troupe.cluster.kafka.admin.ListedBroker;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code troupe brokers}. */
@Command(name = "brokers", description = "Lists the live brokers.", mixinStandardHelpOptions = true)
final class BrokersCommand implements Runnable {
    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final Output output = new Output();

    @Override
    public void run() {
        List<ListedBroker> brokers = cluster.askCluster(admin -> admin.brokers());
        if (output.isJson()) {
            output.json(Map.of("brokers", brokers));
            return;
        }
        output.table(
                List.of("BROKER", "HOST", "PORT", "RACK", "CONTROLLER"),
                brokers.stream()
                        .map(broker -> Arrays.<@Nullable Object>asList(
                                broker.id(),
                                broker.host(),
                                broker.port(),
                                broker.rack(),
                                broker.controller() ? "yes" : ""))
                        .toList());
    }
}
