package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupEvent.GroupDeleted;
import dev.troupe.actors.group.GroupEvent.OffsetsRemoved;
import dev.troupe.actors.group.GroupState.Empty;
import dev.troupe.actors.group.GroupState.Stable;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.TopicPartition;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * When offsets and groups expire (G12, KIP-211). Offsets of a group that became empty count from then; those of committers
 * that are no members from their commit, like those of topics that a stable group's consumers are not subscribed to.
 * Nothing expires while a group is rebalancing.
 */
final class ExpiryRules {
    private final long retentionMs;

    ExpiryRules(GroupSettings settings) {
        this.retentionMs = settings.offsetsRetention().toMillis();
    }

    void expire(Draft draft) {
        Set<TopicPartition> expired = expired(draft.state(), draft.nowMs());
        Set<TopicPartition> all = draft.core().offsets().keySet();
        if (draft.state() instanceof Empty && draft.core().pending().isEmpty() && expired.size() == all.size()) {
            draft.keep(new GroupDeleted(all, "expired"));
        } else if (!expired.isEmpty()) {
            draft.keep(new OffsetsRemoved(expired, "expired"));
        }
    }

    /** When {@link #expire} finds something, wall clock, where nothing happens to the group before; it has no members. */
    long dueMs(GroupState state) {
        return clockOf(state).stream()
                .flatMapToLong(clock -> state.core().offsets().values().stream().mapToLong(o -> dueMs(o, clock)))
                .min()
                .orElse(0);
    }

    private long dueMs(CommittedOffset offset, ToLongFunction<CommittedOffset> clock) {
        return offset.expireTimestampMs() >= 0 ? offset.expireTimestampMs() : clock.applyAsLong(offset) + retentionMs;
    }

    private Set<TopicPartition> expired(GroupState state, long nowMs) {
        Optional<ToLongFunction<CommittedOffset>> clock = clockOf(state);
        Set<TopicPartition> expired = new HashSet<>();
        if (clock.isEmpty()) {
            return expired;
        }
        Subscriptions subscriptions = Subscriptions.of(state);
        for (Map.Entry<TopicPartition, CommittedOffset> entry :
                state.core().offsets().entrySet()) {
            if (nowMs >= dueMs(entry.getValue(), clock.get())
                    && !subscriptions.mayInclude(entry.getKey().topic())) {
                expired.add(entry.getKey());
            }
        }
        return expired;
    }

    /** From when an offset's retention counts, empty where nothing expires now. */
    private static Optional<ToLongFunction<CommittedOffset>> clockOf(GroupState state) {
        if (state instanceof Empty(GroupCore core, long sinceMs)) {
            return Optional.of(
                    core.protocolType() != null && sinceMs >= 0
                            ? offset -> Math.max(sinceMs, offset.commitTimestampMs())
                            : CommittedOffset::commitTimestampMs);
        }
        return state instanceof Stable && state.core().hasConsumers()
                ? Optional.of(CommittedOffset::commitTimestampMs)
                : Optional.empty();
    }
}
