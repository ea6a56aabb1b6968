package dev.troupe.protocol.controller;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A topic to create.
 *
 * @param name its name
 * @param partitions how many, or -1 for the broker's default
 * @param replicationFactor how many replicas each, or -1 for the broker's default
 * @param assignments replicas of each partition where the client chose them, else empty
 * @param configs configs to set; a null value is refused by the controller
 */
public record NewTopic(
        String name,
        int partitions,
        int replicationFactor,
        Map<Integer, List<Integer>> assignments,
        Map<String, @Nullable String> configs) {
    public NewTopic {
        assignments = Map.copyOf(assignments);
        configs = new HashMap<>(configs);
    }
}
