package dev.troupe.cluster.cli;

import dev.troupe.cluster.kafka.admin.ListedBroker;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code troupe controller}: exit status 1 where there is none. */
@Command(name = "controller", description = "Tells which broker decides.", mixinStandardHelpOptions = true)
final class ControllerCommand implements Runnable {
    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final Output output = new Output();

    private record Found(String clusterId, Optional<ListedBroker> controller) {}

    @Override
    public void run() {
        Found found = cluster.askCluster(admin -> new Found(
                admin.clusterId(),
                admin.brokers().stream().filter(ListedBroker::controller).findFirst()));
        ListedBroker controller = found.controller()
                .orElseThrow(() -> new CommandFailure(
                        "the brokers know of no controller; it is being elected, or most of the voters are down"));
        if (output.isJson()) {
            output.json(Map.of("cluster_id", found.clusterId(), "controller", controller));
        } else {
            output.line("broker " + controller.id() + " at " + controller.host() + ":" + controller.port()
                    + " is the controller of cluster " + found.clusterId());
        }
    }
}
