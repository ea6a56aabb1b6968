package dev.troupe.cluster.kafka.handlers;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * What fetches run on.
 *
 * @param reader looks into partitions
 * @param files where that is done if it may read from disk
 * @param timer ends their waiting
 */
public record FetchRuntime(PartitionReader reader, Executor files, Timer timer) {

    /** Runs a task once, later. */
    @FunctionalInterface
    public interface Timer {
        /**
         * @return cancels the task if it has not run yet
         */
        Runnable after(Duration delay, Runnable task);
    }
}
