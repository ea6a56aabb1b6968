package dev.troupe.actors.client;

import dev.troupe.protocol.serialization.MessageTags;
import java.util.Map;

/** Tags of what applications' nodes and brokers say to each other. */
public final class ClientMessageTags implements MessageTags {

    @Override
    public Map<String, Class<?>> tags() {
        return Map.of(
                "client.describe-topic", ClientRequest.DescribeTopic.class,
                "client.create-topic", ClientRequest.CreateTopic.class,
                "client.produce", ClientRequest.Produce.class,
                "client.read", ClientRequest.Read.class,
                "client.topic-described", ClientReply.TopicDescribed.class,
                "client.produced", ClientReply.Produced.class,
                "client.read-done", ClientReply.ReadDone.class);
    }
}
