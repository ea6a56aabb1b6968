package dev.troupe.actors.partition;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much all followers of a node together may ask their leaders for at once, beside the little that each may always ask for: it
 * bounds the memory of a node that catches up with many partitions (L7). Safe for any thread.
 */
public final class FetchBudget {
    private final AtomicLong free;

    /** That many bytes in all. */
    public FetchBudget(long bytes) {
        this.free = new AtomicLong(bytes);
    }

    /** Takes what is wanted or what there is; to be given back. */
    int borrow(int wanted) {
        long before = free.getAndUpdate(now -> now - granted(now, wanted));
        return granted(before, wanted);
    }

    private static int granted(long free, int wanted) {
        return (int) Math.min(free, wanted);
    }

    void giveBack(int borrowed) {
        free.addAndGet(borrowed);
    }
}
