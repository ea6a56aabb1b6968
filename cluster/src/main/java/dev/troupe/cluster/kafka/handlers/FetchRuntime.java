package dev.troupe.cluster.kafka.handlers;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * What fetches run on.
 *
 * @param reader looks into partitions
 * @param executor where that is done, as it may read from disk
 * @param timer ends their waiting
 */
public record FetchRuntime(PartitionReader reader, Executor executor, Timer timer) {

    /** Runs a task once, later. */
    @FunctionalInterface
    public interface Timer {
        /**
         * @return cancels the task if it has not run yet
         */
        Runnable after(Duration delay, Runnable task);
    }
}
