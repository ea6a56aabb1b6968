package dev.troupe.actors.consumer;

import dev.troupe.protocol.TopicPartition;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * Which partitions a consumer reads, and how far it is in each. Immutable.
 *
 * @param partitions what it reads
 */
public record SubscriptionState(PMap<TopicPartition, Position> partitions) {
    static final SubscriptionState EMPTY = new SubscriptionState(HashTreePMap.empty());

    /**
     * How far it is in one partition.
     *
     * @param next the offset of the record that the next poll brings, {@code EARLIEST} or {@code LATEST} where that is not
     *     resolved yet, or {@link #UNKNOWN} while nobody knows where it begins
     * @param done up to where polls that are done with have brought it, exclusive; -1 where they have brought nothing
     * @param paused whether polls bring nothing of it
     * @param version another one after each seek and each assignment, so that reads from before are told apart
     */
    public record Position(long next, long done, boolean paused, int version) {
        /** Nobody knows yet what is committed. */
        public static final long UNKNOWN = Long.MIN_VALUE;

        static final long NOTHING = -1;

        /** Whether there is anything to read. */
        boolean isFetchable() {
            return next != UNKNOWN && !paused;
        }
    }

    /** With partitions that nobody knows the position of. */
    SubscriptionState with(Collection<TopicPartition> added, int version) {
        PMap<TopicPartition, Position> all = partitions;
        for (TopicPartition each : added) {
            all = all.plus(each, new Position(Position.UNKNOWN, Position.NOTHING, false, version));
        }
        return new SubscriptionState(all);
    }

    /** Without these. */
    SubscriptionState without(Collection<TopicPartition> gone) {
        return new SubscriptionState(partitions.minusAll(gone));
    }

    /** Begins at, or goes on from, another offset. */
    SubscriptionState seek(TopicPartition partition, long offset, int version) {
        return changed(partition, old -> new Position(offset, Position.NOTHING, old.paused(), version));
    }

    /** The offset that {@code EARLIEST} or {@code LATEST} stood for, or how far a poll has come. */
    SubscriptionState advanced(TopicPartition partition, long next) {
        return changed(partition, old -> new Position(next, old.done(), old.paused(), old.version()));
    }

    /** All that polls have brought so far is done with. */
    SubscriptionState done() {
        PMap<TopicPartition, Position> all = partitions;
        for (Map.Entry<TopicPartition, Position> each : partitions.entrySet()) {
            Position old = each.getValue();
            if (old.next() >= 0 && old.done() != old.next()) {
                all = all.plus(each.getKey(), new Position(old.next(), old.next(), old.paused(), old.version()));
            }
        }
        return new SubscriptionState(all);
    }

    SubscriptionState paused(Collection<TopicPartition> which, boolean paused) {
        SubscriptionState state = this;
        for (TopicPartition each : which) {
            state = state.changed(each, old -> new Position(old.next(), old.done(), paused, old.version()));
        }
        return state;
    }

    private SubscriptionState changed(TopicPartition partition, UnaryOperator<Position> change) {
        Position old = partitions.get(partition);
        return old == null ? this : new SubscriptionState(partitions.plus(partition, change.apply(old)));
    }

    /** What can be committed for these: how far the application is done. */
    Map<TopicPartition, Long> committable(Collection<TopicPartition> which) {
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (TopicPartition each : which) {
            Position position = partitions.get(each);
            if (position != null && position.done() >= 0) {
                offsets.put(each, position.done());
            }
        }
        return offsets;
    }

    /** Those whose position nobody knows. */
    Set<TopicPartition> unknown() {
        return partitions.entrySet().stream()
                .filter(each -> each.getValue().next() == Position.UNKNOWN)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
