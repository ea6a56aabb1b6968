package dev.troupe.cluster.management.json;

import dev.troupe.cluster.groups.ResetPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan to move a group's offsets, or one that was applied.
 *
 * @param token names it to {@code offsets:apply}
 */
public record ResetJson(String group, List<Move> partitions, String token) {

    /**
     * Where one offset goes.
     *
     * @param before null where nothing is committed
     * @param difference null likewise
     */
    public record Move(
            String topic,
            int partition,
            @Nullable Long before,
            long after,
            @Nullable Long difference) {}

    /**
     * What is posted for a plan.
     *
     * @param topics like {@code orders} or {@code orders:0,2}; none for all that is committed
     */
    public record Wanted(
            @Nullable String strategy,
            @Nullable String value,
            @Nullable List<String> topics) {

        /** The topics, none where they are not given. */
        public List<String> topicsOrNone() {
            return topics == null ? List.of() : topics;
        }
    }

    /** What is posted to apply one. */
    public record Apply(@Nullable String token) {}

    /** A plan under the name by which it can be applied. */
    public static ResetJson of(ResetPlan plan, String token) {
        return new ResetJson(
                plan.group(),
                plan.moves().stream()
                        .map(move -> new Move(
                                move.partition().topic(),
                                move.partition().partition(),
                                move.before(),
                                move.after(),
                                move.difference()))
                        .toList(),
                token);
    }
}
