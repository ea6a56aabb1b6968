package dev.troupe.cluster.kafka;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that requests of all connections may take. It gates the start of a request only: what has begun to arrive may go
 * on to its end, so that half-read requests never wait for each other; at twice the limit even that ends.
 */
final class MemoryBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

    MemoryBudget(long limit) {
        this.limit = limit;
    }

    /** Whether another request may begin to be read. */
    boolean hasRoom() {
        return used.get() < limit;
    }

    /** Takes bytes for a request; false, and none taken, where that would be twice what is allowed. */
    boolean take(long bytes) {
        if (used.addAndGet(bytes) > 2 * limit) {
            giveBack(bytes);
            return false;
        }
        return true;
    }

    void giveBack(long bytes) {
        if (used.addAndGet(-bytes) < limit && !waiting.isEmpty()) {
            wake();
        }
    }

    /** Runs {@code resume} once there is room; it must not block. */
    void await(Runnable resume) {
        waiting.add(resume);
        if (hasRoom()) {
            wake();
        }
    }

    long used() {
        return used.get();
    }

    private void wake() {
        for (Runnable next = waiting.poll(); next != null; next = waiting.poll()) {
            next.run();
        }
    }
}
