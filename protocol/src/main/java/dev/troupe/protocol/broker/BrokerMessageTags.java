package dev.troupe.protocol.broker;

import dev.troupe.protocol.serialization.MessageTags;
import java.util.Map;

/** Tags of what the controller tells brokers and of their answers. */
public final class BrokerMessageTags implements MessageTags {

    @Override
    public Map<String, Class<?>> tags() {
        return Map.ofEntries(
                Map.entry("broker.update-replicas", BrokerCommand.UpdateReplicas.class),
                Map.entry("broker.update-metadata", BrokerCommand.UpdateMetadata.class),
                Map.entry("broker.register-again", BrokerCommand.RegisterAgain.class),
                Map.entry("broker.replicas-updated", BrokerReply.ReplicasUpdated.class),
                Map.entry("broker.metadata-updated", BrokerReply.MetadataUpdated.class),
                Map.entry("broker.refused", BrokerReply.Refused.class));
    }
}
