package dev.troupe.protocol.controller;

import java.util.List;

/**
 * A topic to grow.
 *
 * @param topic its name
 * @param count how many partitions it shall have in all
 * @param assignments replicas of each new partition where the client chose them, else empty
 */
public record NewPartitions(String topic, int count, List<List<Integer>> assignments) {
    public NewPartitions {
        assignments = List.copyOf(assignments);
    }
}
