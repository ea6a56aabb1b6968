package dev.troupe.actors.controller;

import dev.troupe.protocol.TopicId;
import java.util.List;

/**
 * A step of a reassignment as it is stored.
 *
 * @param topic the topic's id
 * @param partition its number
 * @param replicas the assignment from now on, what is to be removed included
 * @param adding see {@link Reassignment}
 * @param removing see {@link Reassignment}
 */
record ReassignmentChange(
        TopicId topic, int partition, List<Integer> replicas, List<Integer> adding, List<Integer> removing) {
    ReassignmentChange {
        replicas = List.copyOf(replicas);
        adding = List.copyOf(adding);
        removing = List.copyOf(removing);
    }

    PartitionId id() {
        return new PartitionId(topic, partition);
    }
}
