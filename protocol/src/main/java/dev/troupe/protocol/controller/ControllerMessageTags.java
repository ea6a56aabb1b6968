package dev.troupe.protocol.controller;

import dev.troupe.protocol.serialization.MessageTags;
import java.util.Map;

/** Tags of what is asked of the controller. */
public final class ControllerMessageTags implements MessageTags {

    @Override
    public Map<String, Class<?>> tags() {
        return Map.ofEntries(
                Map.entry("ctl.create-topics", ControllerCommand.CreateTopics.class),
                Map.entry("ctl.delete-topics", ControllerCommand.DeleteTopics.class),
                Map.entry("ctl.create-partitions", ControllerCommand.CreatePartitions.class),
                Map.entry("ctl.alter-configs", ControllerCommand.AlterConfigs.class),
                Map.entry("ctl.allocate-producer-ids", ControllerCommand.AllocateProducerIds.class),
                Map.entry("ctl.alter-partition", ControllerCommand.AlterPartition.class),
                Map.entry("ctl.alter-reassignments", ControllerCommand.AlterReassignments.class),
                Map.entry("ctl.reassignment-results", ControllerCommand.ReassignmentResults.class),
                Map.entry("ctl.elect-leaders", ControllerCommand.ElectLeaders.class),
                Map.entry("ctl.register-broker", ControllerCommand.RegisterBroker.class),
                Map.entry("ctl.registration-reply", ControllerCommand.RegistrationReply.class),
                Map.entry("ctl.controlled-shutdown", ControllerCommand.ControlledShutdown.class),
                Map.entry("ctl.shutdown-reply", ControllerCommand.ShutdownReply.class),
                Map.entry("ctl.describe", ControllerCommand.DescribeController.class),
                Map.entry("ctl.report", ControllerReport.class),
                Map.entry("ctl.topic-results", ControllerCommand.TopicResults.class),
                Map.entry("ctl.config-results", ControllerCommand.ConfigResults.class),
                Map.entry("ctl.producer-id-block", ControllerCommand.ProducerIdBlock.class),
                Map.entry("ctl.alter-partition-reply", ControllerCommand.AlterPartitionReply.class),
                Map.entry("ctl.election-results", ControllerCommand.ElectionResults.class));
    }
}
