package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.BrokerFenced;
import dev.troupe.actors.controller.ControllerEvent.BrokerRegistered;
import dev.troupe.actors.controller.ControllerEvent.BrokerShuttingDown;
import dev.troupe.actors.controller.ControllerEvent.ConfigsAltered;
import dev.troupe.actors.controller.ControllerEvent.ControllerElected;
import dev.troupe.actors.controller.ControllerEvent.LeaderElectedUncleanly;
import dev.troupe.actors.controller.ControllerEvent.PartitionsAdded;
import dev.troupe.actors.controller.ControllerEvent.PartitionsChanged;
import dev.troupe.actors.controller.ControllerEvent.ProducerIdsAllocated;
import dev.troupe.actors.controller.ControllerEvent.ReassignmentsChanged;
import dev.troupe.actors.controller.ControllerEvent.ReplicasChanged;
import dev.troupe.actors.controller.ControllerEvent.TopicCreated;
import dev.troupe.actors.controller.ControllerEvent.TopicDeleted;
import dev.troupe.actors.controller.ControllerEvent.TopicDeletionStarted;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.controller.ConfigResource;
import java.util.List;
import java.util.stream.Collectors;

/** Tells decisions in words, for operators (C14). */
final class Decisions {
    private static final int NAMED = 5;

    private Decisions() {}

    /** What the event decides about the cluster as it was before. */
    static String describe(ControllerState before, ControllerEvent event) {
        return switch (event) {
            case ControllerElected e -> "controller epoch " + e.epoch() + " begins on node " + e.node();
            case BrokerRegistered e ->
                "broker " + e.broker().id() + " is up with broker epoch "
                        + e.broker().epoch();
            case BrokerFenced e -> "broker " + e.broker() + " is down";
            case BrokerShuttingDown e -> "broker " + e.broker() + " is shutting down";
            case TopicCreated e ->
                "topic " + e.name() + " (" + e.topic() + ") is created with "
                        + e.replicas().size() + " partitions";
            case PartitionsAdded e ->
                "topic " + topic(before, e.topic()) + " gets " + e.replicas().size() + " more partitions";
            case PartitionsChanged e -> partitions(before, e.changes());
            case ReplicasChanged e -> replicas(before, e.changes());
            case ReassignmentsChanged e -> reassignments(before, e.changes());
            case LeaderElectedUncleanly e ->
                "unclean leader " + e.leader() + " of " + topic(before, e.topic()) + "-" + e.partition()
                        + ", the ISR was " + e.formerIsr();
            case TopicDeletionStarted e -> "deletion of topic " + topic(before, e.topic()) + " begins";
            case TopicDeleted e -> "topic " + topic(before, e.topic()) + " (" + e.topic() + ") is gone";
            case ConfigsAltered e -> "configs of " + resource(e.resource()) + " are " + e.configs();
            case ProducerIdsAllocated e ->
                "producer ids " + e.first() + " to " + (e.first() + e.count() - 1) + " go to broker " + e.broker();
        };
    }

    private static String reassignments(ControllerState before, List<ReassignmentChange> changes) {
        return some(
                changes.stream()
                        .map(c -> topic(before, c.topic()) + "-" + c.partition() + " is assigned to " + c.replicas()
                                + ", adding " + c.adding() + ", removing " + c.removing())
                        .limit(NAMED)
                        .toList(),
                changes.size());
    }

    private static String partitions(ControllerState before, List<PartitionChange> changes) {
        return some(
                changes.stream()
                        .map(c -> topic(before, c.topic()) + "-" + c.partition() + " is " + c.status() + ", leader "
                                + c.leader() + " in epoch " + c.leaderEpoch() + ", ISR " + c.isr())
                        .limit(NAMED)
                        .toList(),
                changes.size());
    }

    private static String replicas(ControllerState before, List<ReplicaChange> changes) {
        return some(
                changes.stream()
                        .map(c ->
                                topic(before, c.topic()) + "-" + c.partition() + "@" + c.broker() + " is " + c.status())
                        .limit(NAMED)
                        .toList(),
                changes.size());
    }

    private static String some(List<String> named, int all) {
        String text = named.stream().collect(Collectors.joining("; "));
        return all > named.size() ? text + "; and " + (all - named.size()) + " more" : text;
    }

    private static String topic(ControllerState state, TopicId id) {
        return state.topics().find(id).map(TopicState::name).orElseGet(id::toString);
    }

    private static String resource(ConfigResource resource) {
        String kind = resource.type() == ConfigResource.Type.TOPIC ? "topic " : "broker ";
        return resource.name().isEmpty() ? "all brokers" : kind + resource.name();
    }
}
