package dev.troupe.actors.controller;

import dev.troupe.protocol.TopicId;
import java.util.List;

/**
 * What a partition becomes; the stored form of one step of the partition state machine.
 *
 * @param topic the topic's id
 * @param partition its number
 * @param status where it is in its life then
 * @param leader who leads it then, or -1
 * @param leaderEpoch its leader epoch then
 * @param isr its ISR then
 * @param replicas its assignment then
 */
record PartitionChange(
        TopicId topic,
        int partition,
        PartitionStatus status,
        int leader,
        int leaderEpoch,
        List<Integer> isr,
        List<Integer> replicas) {
    PartitionChange {
        isr = List.copyOf(isr);
        replicas = List.copyOf(replicas);
    }

    PartitionId id() {
        return new PartitionId(topic, partition);
    }
}
