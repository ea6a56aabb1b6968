package dev.troupe.actors.partition;

import dev.troupe.protocol.serialization.MessageTags;
import java.util.Map;

/** Tags of what replicas say to each other. */
public final class PartitionMessageTags implements MessageTags {

    @Override
    public Map<String, Class<?>> tags() {
        return Map.of(
                "rep.fetch", ReplicaMessage.ReplicaFetch.class,
                "rep.records", ReplicaMessage.ReplicaRecords.class,
                "rep.diverging", ReplicaMessage.Diverging.class,
                "rep.refused", ReplicaMessage.FetchRefused.class);
    }
}
