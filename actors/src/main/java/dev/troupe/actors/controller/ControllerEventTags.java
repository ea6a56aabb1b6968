package dev.troupe.actors.controller;

import dev.troupe.protocol.serialization.MessageTags;
import java.util.Map;

/** Tags of what the controller stores. */
public final class ControllerEventTags implements MessageTags {

    @Override
    public Map<String, Class<?>> tags() {
        return Map.ofEntries(
                Map.entry("ctl.elected/1", ControllerEvent.ControllerElected.class),
                Map.entry("ctl.broker-registered/1", ControllerEvent.BrokerRegistered.class),
                Map.entry("ctl.broker-fenced/1", ControllerEvent.BrokerFenced.class),
                Map.entry("ctl.broker-shutting-down/1", ControllerEvent.BrokerShuttingDown.class),
                Map.entry("ctl.topic-created/1", ControllerEvent.TopicCreated.class),
                Map.entry("ctl.partitions-added/1", ControllerEvent.PartitionsAdded.class),
                Map.entry("ctl.partitions-changed/1", ControllerEvent.PartitionsChanged.class),
                Map.entry("ctl.replicas-changed/1", ControllerEvent.ReplicasChanged.class),
                Map.entry("ctl.reassignments-changed/1", ControllerEvent.ReassignmentsChanged.class),
                Map.entry("ctl.unclean-election/1", ControllerEvent.LeaderElectedUncleanly.class),
                Map.entry("ctl.topic-deletion-started/1", ControllerEvent.TopicDeletionStarted.class),
                Map.entry("ctl.topic-deleted/1", ControllerEvent.TopicDeleted.class),
                Map.entry("ctl.configs-altered/1", ControllerEvent.ConfigsAltered.class),
                Map.entry("ctl.producer-ids-allocated/1", ControllerEvent.ProducerIdsAllocated.class),
                Map.entry("ctl.snapshot/2", ControllerSnapshot.class));
    }

    /** Version 1 of a snapshot has no reassignments. */
    @Override
    public Map<String, Class<?>> formerTags() {
        return Map.of("ctl.snapshot/1", ControllerSnapshot.class);
    }
}
