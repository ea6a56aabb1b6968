package dev.troupe.actors.controller;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Holds images back until the leaders that they name serve, in the order of their versions. A client that is told of a leader too
 * early has a first batch refused and a second, in flight already, taken as the first. No broker is waited for longer than a
 * deadline: then clients are told anyway, and retry as they would with any leader that is just moving.
 */
final class MetadataGate {
    private final Deque<Entry> waiting = new ArrayDeque<>();

    /**
     * A state that clients are to see.
     *
     * @param state the state
     * @param changes what is new in it
     * @param leaders brokers that begin to lead in it
     * @param deadlineNanos when it is shown whatever they do
     */
    record Entry(ControllerState state, ImageChanges changes, Set<Integer> leaders, long deadlineNanos) {}

    /** Adds the next state. */
    void add(Entry entry) {
        waiting.addLast(entry);
    }

    /**
     * Takes the next state that may be shown, if there is one.
     *
     * @param serves whether a broker has applied its orders up to a version, or is not live any more
     */
    @Nullable
    Entry poll(BiPredicate<Integer, Long> serves, long nowNanos) {
        Entry next = waiting.peekFirst();
        if (next == null) {
            return null;
        }
        long version = next.state().version();
        boolean open = next.deadlineNanos() - nowNanos <= 0
                || next.leaders().stream().allMatch(broker -> serves.test(broker, version));
        return open ? waiting.pollFirst() : null;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }
}
