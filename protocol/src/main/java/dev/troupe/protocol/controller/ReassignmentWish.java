package dev.troupe.protocol.controller;

import dev.troupe.protocol.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Other replicas for a partition (KIP-455).
 *
 * @param partition which
 * @param replicas the brokers that shall have it, the preferred leader first; null takes back what is on its way
 */
public record ReassignmentWish(
        TopicPartition partition, @Nullable List<Integer> replicas) {
    public ReassignmentWish {
        replicas = replicas == null ? null : List.copyOf(replicas);
    }
}
