package dev.troupe.cluster.cli;

import dev.troupe.cluster.groups.ResetPlan;
import dev.troupe.cluster.groups.ResetRefused;
import dev.troupe.cluster.groups.ResetScope;
import dev.troupe.cluster.groups.ResetStrategy;
import dev.troupe.cluster.management.json.ResetJson;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code troupe groups reset-offsets} (G14): shows a plan, and does it only when told to. */
@Command(
        name = "reset-offsets",
        description = "Shows where a group's offsets would go; moves them with --execute.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class GroupsResetCommand implements Runnable {
    @Parameters(paramLabel = "GROUP", description = "Which group.")
    private String group = "";

    @ArgGroup(multiplicity = "1")
    private final Target target = new Target();

    @Option(
            names = "--topic",
            paramLabel = "TOPIC[:P,P]",
            description = "A topic, or some partitions of it; may be repeated (default: all that is committed).")
    private List<String> topics = List.of();

    @Option(names = "--execute", description = "Does it; without, it is only shown.")
    private boolean execute;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final Output output = new Output();

    /** One of the seven strategies. */
    static final class Target {
        @Option(names = "--to-earliest", description = "The first record that is there.")
        private boolean earliest;

        @Option(names = "--to-latest", description = "Only what comes from now on.")
        private boolean latest;

        @SuppressWarnings("UnusedVariable") // one of them is set: it is this one when no other is
        @Option(names = "--to-current", description = "Where it is.")
        private boolean current;

        @Option(names = "--to-offset", paramLabel = "N", description = "An offset.")
        private @Nullable String offset;

        @Option(names = "--shift-by", paramLabel = "N", description = "So many on, or back where negative.")
        private @Nullable String shift;

        @Option(names = "--to-datetime", paramLabel = "TIME", description = "Like 2026-01-31T12:00:00Z.")
        private @Nullable String datetime;

        @Option(names = "--by-duration", paramLabel = "AGE", description = "So long ago: PT1H30M, P2D.")
        private @Nullable String duration;

        private ResetStrategy strategy() {
            if (offset != null) {
                return ResetStrategy.parse("offset", offset);
            }
            if (shift != null) {
                return ResetStrategy.parse("shift", shift);
            }
            if (datetime != null) {
                return ResetStrategy.parse("datetime", datetime);
            }
            if (duration != null) {
                return ResetStrategy.parse("duration", duration);
            }
            return ResetStrategy.parse(earliest ? "earliest" : latest ? "latest" : "current", "");
        }
    }

    @Override
    public void run() {
        try {
            ResetStrategy strategy = target.strategy();
            ResetScope scope = ResetScope.parse(topics);
            show(cluster.ask(admin -> {
                ResetPlan plan = admin.plan(group, strategy, scope, Instant.now());
                if (execute) {
                    admin.apply(plan);
                }
                return plan;
            }));
        } catch (ResetRefused refused) {
            throw new CommandFailure(String.valueOf(refused.getMessage()));
        }
    }

    private void show(ResetPlan plan) {
        if (output.isJson()) {
            output.json(ResetJson.of(plan, plan.token()));
            return;
        }
        output.table(
                List.of("TOPIC", "PARTITION", "BEFORE", "AFTER", "DIFFERENCE"),
                plan.moves().stream()
                        .map(move -> Arrays.<@Nullable Object>asList(
                                move.partition().topic(),
                                move.partition().partition(),
                                move.before(),
                                move.after(),
                                move.difference()))
                        .toList());
        output.line("");
        output.line(execute ? "the offsets are moved" : "nothing was changed; --execute does it");
    }
}
