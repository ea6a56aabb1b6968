package dev.troupe.cluster.cli;

import dev.troupe.cluster.kafka.admin.DescribedGroup;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code troupe groups describe}. */
@Command(
        name = "describe",
        description = "Shows a group's members, and how far it is in each partition, whoever has it.",
        mixinStandardHelpOptions = true)
final class GroupsDescribeCommand implements Runnable {
    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final Output output = new Output();

    @Parameters(paramLabel = "GROUP", description = "Which group.")
    private String group = "";

    @Override
    public void run() {
        DescribedGroup found = cluster.ask(admin -> admin.describe(group));
        if (output.isJson()) {
            output.json(found);
            return;
        }
        output.line("group " + group + " is " + found.state() + ", coordinated by " + found.coordinator()
                + (found.assignor().isEmpty() ? "" : ", assigned by " + found.assignor()));
        if (!found.members().isEmpty()) {
            output.line("");
            output.table(
                    List.of("MEMBER", "INSTANCE", "CLIENT", "HOST", "PARTITIONS"),
                    found.members().stream()
                            .map(m -> Arrays.<@Nullable Object>asList(
                                    m.memberId(),
                                    m.instanceId(),
                                    m.clientId(),
                                    m.host(),
                                    m.assignment().size()))
                            .toList());
        }
        if (!found.partitions().isEmpty()) {
            output.line("");
            output.table(
                    List.of("TOPIC", "PARTITION", "COMMITTED", "END", "LAG", "MEMBER"),
                    found.partitions().stream()
                            .map(p -> Arrays.<@Nullable Object>asList(
                                    p.topic(), p.partition(), p.committed(), p.end(), p.lag(), p.memberId()))
                            .toList());
        }
    }
}
