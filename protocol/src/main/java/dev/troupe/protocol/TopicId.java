package dev.troupe.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/**
 * The id of a topic (KIP-516): a topic that is deleted and created again under its name has another one.
 *
 * @param value the 128 bits
 */
public record TopicId(UUID value) {

    /** No topic: what the wire sends where an id is not known. */
    public static final TopicId ZERO = new TopicId(new UUID(0, 0));

    /**
     * Reads the text form.
     *
     * @param text 22 characters of URL-safe base64, as {@link #toString()} writes them
     * @throws IllegalArgumentException if it is anything else
     */
    @JsonCreator
    public static TopicId parse(String text) {
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        if (bytes.length != 16) {
            throw new IllegalArgumentException("not a topic id: " + text);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new TopicId(new UUID(buffer.getLong(), buffer.getLong()));
    }

    /** Kafka's text form: URL-safe base64 without padding. */
    @JsonValue
    @Override
    public String toString() {
        ByteBuffer buffer = ByteBuffer.allocate(16)
                .putLong(value.getMostSignificantBits())
                .putLong(value.getLeastSignificantBits());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(buffer.array());
    }
}
