package dev.troupe.cluster.groups;

import dev.troupe.cluster.groups.ResetPlan.Move;
import dev.troupe.cluster.groups.ResetStrategy.Back;
import dev.troupe.cluster.groups.ResetStrategy.Current;
import dev.troupe.cluster.groups.ResetStrategy.Earliest;
import dev.troupe.cluster.groups.ResetStrategy.Latest;
import dev.troupe.cluster.groups.ResetStrategy.ShiftBy;
import dev.troupe.cluster.groups.ResetStrategy.ToOffset;
import dev.troupe.cluster.groups.ResetStrategy.ToTime;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Says where each offset of a group would go (G14): always to one that can be read. Changes nothing. */
public final class ResetPlanner {
    private ResetPlanner() {}

    /**
     * Plans.
     *
     * @param positions the partitions that are meant
     * @throws ResetRefused where a shift has nothing to start from
     */
    public static ResetPlan plan(String group, ResetStrategy strategy, List<Position> positions) {
        List<Move> moves = positions.stream()
                .sorted(Comparator.comparing((Position p) -> p.partition().topic())
                        .thenComparingInt(p -> p.partition().partition()))
                .map(position -> new Move(position.partition(), position.committed(), target(strategy, position)))
                .toList();
        return new ResetPlan(group, moves);
    }

    private static long target(ResetStrategy strategy, Position position) {
        return switch (strategy) {
            case Earliest e -> position.start();
            case Latest l -> position.end();
            case Current c -> within(position, Objects.requireNonNullElse(position.committed(), position.end()));
            case ToOffset o -> within(position, o.offset());
            case ShiftBy s -> within(position, shifted(position, s.by()));
            case ToTime t -> timed(position);
            case Back b -> timed(position);
        };
    }

    private static long timed(Position position) {
        return within(position, Objects.requireNonNullElse(position.atTime(), position.end()));
    }

    private static long shifted(Position position, long by) {
        Long committed = position.committed();
        if (committed == null) {
            throw new ResetRefused("nothing is committed for " + position.partition()
                    + ", so there is nothing to shift; leave it out or choose another strategy");
        }
        // Saturates: whatever is beyond the log is brought back into it anyway.
        long sum = committed + by;
        return ((committed ^ sum) & (by ^ sum)) < 0 ? (by < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    private static long within(Position position, long offset) {
        return Math.clamp(offset, position.start(), Math.max(position.start(), position.end()));
    }
}
