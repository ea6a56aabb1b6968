package dev.troupe.cluster.management.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lies before a group in partitions, as one node tells another.
 *
 * @param partitions those of which the node has a replica
 */
public record BacklogJson(List<Told> partitions) {
    public BacklogJson {
        partitions = List.copyOf(partitions);
    }

    /** Which partitions are wanted. */
    public record Wanted(List<Position> partitions) {
        public Wanted {
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * How far the group is in a partition.
     *
     * @param committed null where nothing is
     */
    public record Position(
            String topic, int partition, @Nullable Long committed) {}

    /**
     * What lies before it.
     *
     * @param lag null where nothing is committed
     * @param lagMs null where there is no next record either, or its log cannot be read
     */
    public record Told(
            String topic,
            int partition,
            long endOffset,
            @Nullable Long lag,
            @Nullable Long lagMs) {}
}
