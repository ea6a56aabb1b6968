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
import dev.troupe.protocol.broker.ImageDelta;
import dev.troupe.protocol.broker.ImageDelta.TopicChange;
import dev.troupe.protocol.controller.ConfigResource;
import dev.troupe.protocol.metadata.BrokerInfo;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What of the image has changed and is still to be told to one broker. Only what was touched is noted; its value is looked up when
 * the delta is made, so that many changes of one thing become one.
 */
final class ImageChanges {
    private final Map<TopicId, Set<Integer>> topics = new HashMap<>();
    private final Set<Integer> brokers = new HashSet<>();
    private boolean configs;
    private boolean everything;

    /** The broker is to learn everything. */
    static ImageChanges everything() {
        ImageChanges changes = new ImageChanges();
        changes.everything = true;
        return changes;
    }

    /** Notes what the event touches. */
    void note(ControllerEvent event, ControllerState after) {
        switch (event) {
            case BrokerRegistered e -> brokers.add(e.broker().id());
            case BrokerFenced e -> brokers.add(e.broker());
            case TopicCreated e -> topic(e.topic());
            case PartitionsAdded e -> topic(e.topic());
            case TopicDeletionStarted e -> topic(e.topic());
            case PartitionsChanged e ->
                e.changes().forEach(c -> topic(c.topic()).add(c.partition()));
            case ReassignmentsChanged e ->
                e.changes().forEach(c -> topic(c.topic()).add(c.partition()));
            case ConfigsAltered e -> {
                if (e.resource().type() == ConfigResource.Type.TOPIC) {
                    after.topics().listed(e.resource().name()).ifPresent(topic -> topic(topic.id()));
                } else {
                    configs = true;
                }
            }
            case ControllerElected _,
                    BrokerShuttingDown _,
                    ReplicasChanged _,
                    LeaderElectedUncleanly _,
                    TopicDeleted _,
                    ProducerIdsAllocated _ -> {}
        }
    }

    private Set<Integer> topic(TopicId id) {
        return topics.computeIfAbsent(id, _ -> new TreeSet<>());
    }

    /** Adds what another has noted. */
    void addAll(ImageChanges other) {
        other.topics.forEach((id, partitions) -> topic(id).addAll(partitions));
        brokers.addAll(other.brokers);
        configs |= other.configs;
        everything |= other.everything;
    }

    /** Whether there is nothing to tell. */
    boolean isEmpty() {
        return topics.isEmpty() && brokers.isEmpty() && !configs && !everything;
    }

    /** The delta to that state. */
    ImageDelta delta(ControllerState state) {
        return everything ? full(state) : changed(state);
    }

    private static ImageDelta full(ControllerState state) {
        List<BrokerInfo> live = state.brokers().values().stream()
                .filter(BrokerState::live)
                .map(BrokerState::info)
                .toList();
        List<TopicChange> all = state.topics().byId().values().stream()
                .filter(topic -> !topic.deleting())
                .map(topic -> change(topic, topic.info().partitions()))
                .toList();
        return new ImageDelta(
                true, live, List.of(), all, List.of(), state.clusterConfigs(), Map.copyOf(state.brokerConfigs()));
    }

    private ImageDelta changed(ControllerState state) {
        List<BrokerInfo> up = new ArrayList<>();
        List<Integer> down = new ArrayList<>();
        for (int id : brokers) {
            BrokerState broker = state.brokers().get(id);
            if (broker != null && broker.live()) {
                up.add(broker.info());
            } else {
                down.add(id);
            }
        }
        List<TopicChange> listed = new ArrayList<>();
        List<TopicId> gone = new ArrayList<>();
        topics.forEach((id, partitions) -> state.topics()
                .find(id)
                .filter(topic -> !topic.deleting())
                .ifPresentOrElse(topic -> listed.add(change(topic, infos(topic, partitions))), () -> gone.add(id)));
        return new ImageDelta(
                false,
                up,
                down,
                listed,
                gone,
                configs ? state.clusterConfigs() : null,
                configs ? Map.copyOf(state.brokerConfigs()) : null);
    }

    private static List<PartitionInfo> infos(TopicState topic, Set<Integer> partitions) {
        return partitions.stream().map(p -> topic.partitions().get(p).info(p)).toList();
    }

    private static TopicChange change(TopicState topic, List<PartitionInfo> partitions) {
        return new TopicChange(
                topic.name(), topic.id(), topic.internal(), topic.partitions().size(), partitions, topic.configs());
    }
}
