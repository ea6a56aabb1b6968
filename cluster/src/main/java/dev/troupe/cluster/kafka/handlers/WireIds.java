package dev.troupe.cluster.kafka.handlers;

import dev.troupe.protocol.TopicId;
import java.util.UUID;
import org.apache.kafka.common.Uuid;

/** Topic ids as Kafka's messages have them. */
final class WireIds {
    private WireIds() {}

    static Uuid toWire(TopicId id) {
        return new Uuid(id.value().getMostSignificantBits(), id.value().getLeastSignificantBits());
    }

    static TopicId fromWire(Uuid id) {
        return new TopicId(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits()));
    }
}
