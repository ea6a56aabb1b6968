package dev.troupe.actors.controller;

import dev.troupe.protocol.TopicId;

/**
 * What a replica becomes; the stored form of one step of the replica state machine.
 *
 * @param topic the topic's id
 * @param partition the partition's number
 * @param broker where the replica is
 * @param status where it is in its life then
 */
record ReplicaChange(TopicId topic, int partition, int broker, ReplicaStatus status) {
    PartitionId id() {
        return new PartitionId(topic, partition);
    }
}
