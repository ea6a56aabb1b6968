package dev.troupe.cluster.cli;

import dev.troupe.cluster.kafka.admin.DescribedTopic;
import dev.troupe.cluster.kafka.admin.ListedTopic;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe topics}. */
@Command(
        name = "topics",
        description = "Topics: which there are, who leads them, how they are configured.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class TopicsCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    /** No command was named: say which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(name = "list", description = "Lists all topics.", mixinStandardHelpOptions = true)
    void list(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Option(names = "--internal", description = "Those of the brokers themselves too.") boolean internal) {
        List<ListedTopic> topics = cluster.askTopics(admin -> admin.list()).stream()
                .filter(topic -> internal || !topic.internal())
                .toList();
        if (output.isJson()) {
            output.json(Map.of("topics", topics));
            return;
        }
        output.table(
                List.of("TOPIC", "PARTITIONS", "REPLICAS", "UNDER-REPLICATED", "OFFLINE"),
                topics.stream()
                        .map(topic -> Arrays.<@Nullable Object>asList(
                                topic.topic(),
                                topic.partitions(),
                                topic.replicationFactor(),
                                topic.underReplicated(),
                                topic.offline()))
                        .toList());
    }

    @Command(
            name = "describe",
            description = "Shows a topic's partitions and what was configured.",
            mixinStandardHelpOptions = true)
    void describe(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Parameters(paramLabel = "TOPIC", description = "Which topic.") String topic) {
        DescribedTopic found = cluster.askTopics(admin -> admin.describe(topic));
        if (output.isJson()) {
            output.json(found);
            return;
        }
        output.line("topic " + found.topic() + ", id " + found.id());
        found.configs().forEach((name, value) -> output.line("  " + name + " = " + value));
        output.line("");
        output.table(
                List.of("PARTITION", "LEADER", "REPLICAS", "IN SYNC"),
                found.partitions().stream()
                        .map(row -> Arrays.<@Nullable Object>asList(
                                row.partition(),
                                row.leader(),
                                Replication.text(row.replicas()),
                                Replication.text(row.isr())))
                        .toList());
    }

    @Command(name = "create", description = "Creates a topic.", mixinStandardHelpOptions = true)
    void create(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Parameters(paramLabel = "TOPIC", description = "Its name.") String topic,
            @Option(names = "--partitions", paramLabel = "N", description = "How many (default: the brokers').")
                    @Nullable
                    Integer partitions,
            @Option(names = "--replicas", paramLabel = "N", description = "Of each partition (default: the brokers').")
                    @Nullable
                    Short replicas,
            @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A config; may be repeated.") @Nullable
                    Map<String, String> configs) {
        Map<String, String> set = configs == null ? Map.of() : configs;
        DescribedTopic created = cluster.askTopics(admin -> {
            admin.create(topic, partitions, replicas, set);
            return admin.describe(topic);
        });
        if (output.isJson()) {
            output.json(created);
        } else {
            output.line("topic " + topic + " is created with "
                    + Replication.count(created.partitions().size(), "partition"));
        }
    }

    @Command(name = "delete", description = "Deletes topics with all their records.", mixinStandardHelpOptions = true)
    void delete(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Parameters(paramLabel = "TOPIC", arity = "1..*", description = "Which topics.") List<String> topics) {
        for (String topic : topics) {
            cluster.askTopics(admin -> {
                admin.delete(topic);
                return topic;
            });
            if (!output.isJson()) {
                output.line("topic " + topic + " is deleted");
            }
        }
        if (output.isJson()) {
            output.json(Map.of("deleted", topics));
        }
    }

    @Command(
            name = "alter",
            description = "Adds partitions to a topic, or changes how it is configured.",
            mixinStandardHelpOptions = true)
    void alter(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Parameters(paramLabel = "TOPIC", description = "Which topic.") String topic,
            @Option(names = "--partitions", paramLabel = "N", description = "How many it shall have.") @Nullable
                    Integer partitions,
            @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A config; may be repeated.") @Nullable
                    Map<String, String> set,
            @Option(names = "--unset", paramLabel = "KEY", description = "Back to the default; may be repeated.")
                    @Nullable
                    List<String> unset) {
        Map<String, String> toSet = set == null ? Map.of() : set;
        List<String> toUnset = unset == null ? List.of() : unset;
        if (partitions == null && toSet.isEmpty() && toUnset.isEmpty()) {
            throw new CommandFailure("nothing to change; say --partitions, --set or --unset");
        }
        DescribedTopic changed = cluster.askTopics(admin -> {
            if (partitions != null) {
                admin.grow(topic, partitions);
            }
            if (!toSet.isEmpty() || !toUnset.isEmpty()) {
                admin.configure(topic, toSet, toUnset);
            }
            return admin.describe(topic);
        });
        if (output.isJson()) {
            output.json(changed);
        } else {
            output.line("topic " + topic + " is changed");
        }
    }
}
