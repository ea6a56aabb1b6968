package dev.troupe.cluster.cli;

import dev.troupe.protocol.TopicPartition;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code troupe elect-leaders} (C10, C11): exit status 1 where some partition could not be elected. */
@Command(
        name = "elect-leaders",
        description = "Gives partitions their preferred leaders back, or with --unclean any leader at all.",
        mixinStandardHelpOptions = true)
final class ElectLeadersCommand implements Runnable {
    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final Output output = new Output();

    @Option(
            names = "--unclean",
            description = "Lets a replica lead that is not in sync where none other can: records are lost.")
    private boolean unclean;

    @Option(names = "--partition", paramLabel = "TOPIC:P", description = "Which; may be repeated (default: all).")
    private List<String> partitions = List.of();

    @Override
    public void run() {
        Set<TopicPartition> which = new HashSet<>();
        partitions.forEach(each -> which.add(PartitionText.parse(each)));
        Map<String, String> outcomes = cluster.askCluster(admin -> admin.elect(unclean, which));
        if (output.isJson()) {
            output.json(Map.of("partitions", outcomes));
        } else if (outcomes.isEmpty()) {
            output.line("no partition needs an election");
        } else {
            outcomes.forEach((partition, failure) ->
                    output.line(partition + (failure.isEmpty() ? " has its leader" : ": " + failure)));
        }
        long failed = outcomes.values().stream().filter(each -> !each.isEmpty()).count();
        if (failed > 0) {
            throw new CommandFailure(Replication.count((int) failed, "partition")
                    + " could not be elected; 'troupe topics describe' shows their replicas");
        }
    }
}
