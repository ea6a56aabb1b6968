package dev.troupe.cluster.groups;

import dev.troupe.protocol.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What must be known of a partition to plan.
 *
 * @param committed the group's offset, null where there is none
 * @param start the first offset that can be read
 * @param end where consumers can read to
 * @param atTime the first record of the strategy's time, null where there is none or no time is asked for
 */
public record Position(
        TopicPartition partition,
        @Nullable Long committed,
        long start,
        long end,
        @Nullable Long atTime) {}
