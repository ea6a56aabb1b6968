package dev.troupe.actors.controller;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongPredicate;

/**
 * Answers to clients that go out when brokers have applied what was decided, oldest first, each at its deadline at the latest: what
 * was decided stands whether a broker is slow or not.
 */
final class WaitingAnswers {
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    private record Waiting(long version, long deadlineNanos, Runnable answer) {}

    /** Holds an answer until that version is seen. */
    void add(long version, long deadlineNanos, Runnable answer) {
        waiting.addLast(new Waiting(version, deadlineNanos, answer));
    }

    /** Sends the answers whose version is seen or whose deadline has passed. */
    void release(LongPredicate seen, long nowNanos) {
        Waiting next = waiting.peekFirst();
        while (next != null && (next.deadlineNanos() - nowNanos <= 0 || seen.test(next.version()))) {
            waiting.removeFirst();
            next.answer().run();
            next = waiting.peekFirst();
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }
}
