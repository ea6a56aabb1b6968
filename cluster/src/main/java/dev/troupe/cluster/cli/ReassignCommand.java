package dev.troupe.cluster.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.troupe.cluster.kafka.admin.ListedBroker;
import dev.troupe.cluster.kafka.admin.Replicas;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe reassign} (C13): a plan is a file in the format of Kafka's own tool. */
@Command(
        name = "reassign",
        description = "Gives partitions to other brokers: first a plan, then what it says.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class ReassignCommand implements Runnable {
    private static final Duration LOOK = Duration.ofMillis(500);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    /** What a plan's file has. */
    record Plan(int version, List<Replicas> partitions) {}

    /** No command was named: say which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "plan",
            description = "Shows how topics would be spread evenly over brokers; changes nothing.",
            mixinStandardHelpOptions = true)
    void plan(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Parameters(paramLabel = "TOPIC", arity = "1..*", description = "Which topics.") List<String> topics,
            @Option(
                            names = "--brokers",
                            split = ",",
                            paramLabel = "N,N",
                            description = "Over which (default: all live).")
                    @Nullable
                    List<Integer> brokers,
            @Option(
                            names = "--replicas",
                            paramLabel = "N",
                            description = "Of each partition (default: as many as now).")
                    @Nullable
                    Integer replicas,
            @Option(names = "--file", paramLabel = "FILE", description = "Writes the plan there, for apply.") @Nullable
                    Path file) {
        List<Replicas> now = cluster.askCluster(admin -> admin.replicas(topics));
        List<Integer> over = brokers != null
                ? brokers
                : cluster.askCluster(admin -> admin.brokers()).stream()
                        .map(ListedBroker::id)
                        .toList();
        Plan plan = new Plan(1, EvenSpread.over(over, now, replicas));
        if (file != null) {
            write(file, plan);
        }
        if (output.isJson()) {
            output.json(plan);
            return;
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            Replicas before = now.get(i);
            rows.add(Arrays.asList(
                    before.topic(),
                    before.partition(),
                    Replication.text(before.replicas()),
                    Replication.text(plan.partitions().get(i).replicas())));
        }
        output.table(List.of("TOPIC", "PARTITION", "BEFORE", "AFTER"), rows);
        output.line(
                file == null
                        ? "nothing was changed; --file writes the plan, and 'troupe reassign apply' does it"
                        : "nothing was changed; 'troupe reassign apply " + file + "' does it");
    }

    @Command(name = "apply", description = "Does what a plan says.", mixinStandardHelpOptions = true)
    void apply(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Parameters(paramLabel = "FILE", description = "The plan.") Path file,
            @Option(names = "--wait", description = "Until all is copied and the old replicas are gone.") boolean wait)
            throws InterruptedException {
        Plan plan = read(file);
        Set<TopicPartition> moving = new HashSet<>();
        plan.partitions().forEach(each -> moving.add(new TopicPartition(each.topic(), each.partition())));
        cluster.askCluster(admin -> {
            admin.reassign(plan.partitions());
            return moving;
        });
        if (wait) {
            await(cluster, moving);
        }
        if (output.isJson()) {
            output.json(Map.of("partitions", moving.size(), "done", wait));
        } else {
            output.line("the reassignment of " + Replication.count(moving.size(), "partition")
                    + (wait ? " is done" : " has begun; 'troupe reassign cancel' takes back what is not done"));
        }
    }

    private void await(ClusterOptions cluster, Set<TopicPartition> moving) throws InterruptedException {
        Progress progress = new Progress(spec.commandLine().getErr(), moving.size(), "partitions");
        for (int left = moving.size(); left > 0; ) {
            Set<TopicPartition> still = cluster.askCluster(admin -> admin.reassigning());
            still.retainAll(moving);
            left = still.size();
            progress.at(moving.size() - left);
            if (left > 0) {
                Thread.sleep(LOOK);
            }
        }
        progress.end();
    }

    @Command(
            name = "cancel",
            description = "Takes back all reassignments that are not done, or some of them.",
            mixinStandardHelpOptions = true)
    void cancel(
            @Mixin ClusterOptions cluster,
            @Mixin Output output,
            @Option(
                            names = "--partition",
                            paramLabel = "TOPIC:P",
                            description = "Which; may be repeated (default: all).")
                    @Nullable
                    List<String> partitions) {
        Set<TopicPartition> cancelled = cluster.askCluster(admin -> {
            Set<TopicPartition> which = admin.reassigning();
            if (partitions != null) {
                which.retainAll(partitions.stream().map(PartitionText::parse).toList());
            }
            if (!which.isEmpty()) {
                admin.cancel(which);
            }
            return which;
        });
        if (output.isJson()) {
            output.json(Map.of("cancelled", cancelled));
        } else {
            output.line(
                    cancelled.isEmpty()
                            ? "no such reassignment is under way"
                            : Replication.count(cancelled.size(), "reassignment") + " taken back");
        }
    }

    private static void write(Path file, Plan plan) {
        try {
            Files.writeString(file, Json.text(plan));
        } catch (IOException e) {
            throw new CommandFailure("cannot write " + file + ": " + e.getMessage());
        }
    }

    private static Plan read(Path file) {
        try {
            Plan plan = Json.read(Files.readString(file), Plan.class);
            if (plan.partitions() != null && !plan.partitions().isEmpty()) {
                return plan;
            }
        } catch (JsonProcessingException notJson) {
            throw new CommandFailure(
                    file + " is no plan: " + notJson.getOriginalMessage() + "; 'troupe reassign plan' writes one");
        } catch (IOException e) {
            throw new CommandFailure("cannot read " + file + ": " + e.getMessage());
        }
        throw new CommandFailure(file + " has no partitions; 'troupe reassign plan' writes a plan");
    }
}
