package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.Bytes;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The topics in a consumer's metadata (Kafka's ConsumerProtocolSubscription: a version, then an array of names, then what
 * newer versions add). The bytes are the client's, so nothing in them is believed before it is checked.
 */
final class ConsumerSubscription {
    private ConsumerSubscription() {}

    /** The topics subscribed to, or empty where the bytes are no subscription. */
    static Optional<Set<String>> topics(Bytes metadata) {
        ByteBuffer in = ByteBuffer.wrap(metadata.array());
        try {
            short version = in.getShort();
            int count = in.getInt();
            if (version < 0 || count < 0 || count > in.remaining() / Short.BYTES) {
                return Optional.empty();
            }
            Set<String> topics = new HashSet<>();
            for (int i = 0; i < count; i++) {
                topics.add(name(in));
            }
            return Optional.of(topics);
        } catch (BufferUnderflowException e) {
            return Optional.empty();
        }
    }

    static String name(ByteBuffer in) {
        short length = in.getShort();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] utf8 = new byte[length];
        in.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
