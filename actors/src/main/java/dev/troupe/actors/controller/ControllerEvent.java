package dev.troupe.actors.controller;

import dev.troupe.protocol.Persisted;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.controller.ConfigResource;
import dev.troupe.protocol.metadata.BrokerInfo;
import java.util.List;
import java.util.Map;

/**
 * What the controller has decided: the entries of its journal (C4). Each says when, in ms of the wall clock, and why (C14). All
 * events of one decision are appended together or not at all.
 */
sealed interface ControllerEvent extends Persisted {

    /** When it was decided. */
    long atMs();

    /** Why. */
    String cause();

    /** A controller took office: always the first event after a recovery (C3). */
    record ControllerElected(int epoch, int node, long atMs, String cause) implements ControllerEvent {}

    /** A broker is live, in this incarnation. */
    record BrokerRegistered(BrokerInfo broker, long atMs, String cause) implements ControllerEvent {}

    /** A broker is not live any more. */
    record BrokerFenced(int broker, long atMs, String cause) implements ControllerEvent {}

    /** A broker asked to stop and gets no more leaderships (C9). */
    record BrokerShuttingDown(int broker, long atMs, String cause) implements ControllerEvent {}

    /** A topic came to be; its partitions and replicas are New. */
    record TopicCreated(
            String name,
            TopicId topic,
            boolean internal,
            List<List<Integer>> replicas,
            Map<String, String> configs,
            long atMs,
            String cause)
            implements ControllerEvent {}

    /** A topic has more partitions; they and their replicas are New. */
    record PartitionsAdded(TopicId topic, List<List<Integer>> replicas, long atMs, String cause)
            implements ControllerEvent {}

    /** Partitions took a step of their state machine. */
    record PartitionsChanged(List<PartitionChange> changes, long atMs, String cause) implements ControllerEvent {}

    /** Replicas took a step of theirs. */
    record ReplicasChanged(List<ReplicaChange> changes, long atMs, String cause) implements ControllerEvent {}

    /** Reassignments began, changed, were cancelled or ended (C13). */
    record ReassignmentsChanged(List<ReassignmentChange> changes, long atMs, String cause) implements ControllerEvent {}

    /** A replica that was not in sync was made leader: what the in-sync ones had beyond it is lost (C11). */
    record LeaderElectedUncleanly(
            TopicId topic, int partition, int leader, int leaderEpoch, List<Integer> formerIsr, long atMs, String cause)
            implements ControllerEvent {}

    /** A topic is not listed any more and its files are to go (R2). */
    record TopicDeletionStarted(TopicId topic, long atMs, String cause) implements ControllerEvent {}

    /** Nothing is left of a topic. */
    record TopicDeleted(TopicId topic, long atMs, String cause) implements ControllerEvent {}

    /** A resource has these configs set now, and no others. */
    record ConfigsAltered(ConfigResource resource, Map<String, String> configs, long atMs, String cause)
            implements ControllerEvent {}

    /** Producer ids {@code first} to {@code first + count - 1} belong to a broker for ever. */
    record ProducerIdsAllocated(int broker, long first, int count, long atMs, String cause)
            implements ControllerEvent {}
}
