package dev.troupe.actors.keeper;

import dev.troupe.persistence.log.IoRate;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Keeps what compaction reads and writes below a rate, over all logs of a node. For one thread. */
final class CleanerRate implements IoRate {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final double nanosPerByte;
    private final LongSupplier nanoTime;
    private final LongConsumer pause;
    private double freeAtNanos;

    /**
     * A rate that nothing was used of yet.
     *
     * @param pause stops the thread for so many nanoseconds
     */
    CleanerRate(double bytesPerSecond, LongSupplier nanoTime, LongConsumer pause) {
        this.nanosPerByte = NANOS_PER_SECOND / bytesPerSecond;
        this.nanoTime = nanoTime;
        this.pause = pause;
        this.freeAtNanos = nanoTime.getAsLong();
    }

    @Override
    public void used(long bytes) {
        long now = nanoTime.getAsLong();
        freeAtNanos = Math.max(freeAtNanos, (double) now) + bytes * nanosPerByte;
        long wait = (long) (freeAtNanos - now);
        // Short waits are saved up: the clock of a pause is coarse.
        if (wait > TimeUnit.MILLISECONDS.toNanos(1)) {
            pause.accept(wait);
        }
    }
}
