package dev.troupe.persistence.metadata;

import dev.troupe.persistence.metadata.StoredEvent.Payload;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.Serializer;
import org.apache.pekko.serialization.Serializers;
import org.apache.pekko.util.ByteString;

/** Turns what Pekko Persistence hands over into stored payloads and back, with Pekko's serialization. */
record Payloads(Serialization serialization) {

    Payload toStored(Object value) {
        Serializer serializer = serialization.findSerializerFor(value);
        return new Payload(
                serializer.identifier(),
                Serializers.manifestFor(serializer, value),
                ByteString.fromArrayUnsafe(serializer.toBinary(value)));
    }

    Object fromStored(Payload payload) {
        return serialization
                .deserialize(payload.bytes().toArrayUnsafe(), payload.serializer(), payload.manifest())
                .get();
    }
}
