package dev.troupe.actors.client;

import dev.troupe.protocol.record.ClientRecord.Header;
import java.util.List;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A record to write. Records of one key go to one partition, the same that Kafka's producers choose; those without key take turns.
 *
 * @param topic where to
 * @param key null where it has none
 * @param value null for a tombstone
 * @param headers in their order
 */
public record NewRecord(
        String topic, @Nullable ByteString key, @Nullable ByteString value, List<Header> headers) {
    public NewRecord {
        headers = List.copyOf(headers);
    }

    /** A record of text, in UTF-8. */
    public static NewRecord ofText(String topic, String key, String value) {
        return new NewRecord(topic, ByteString.fromString(key), ByteString.fromString(value), List.of());
    }
}
