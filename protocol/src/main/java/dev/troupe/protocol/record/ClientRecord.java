package dev.troupe.protocol.record;

import java.util.List;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * A record as an application writes or reads it.
 *
 * @param offset where it stands in its partition; of no meaning before it is written
 * @param timestampMs when it was made
 * @param key null where it has none
 * @param value null for a tombstone
 * @param headers in their order
 */
public record ClientRecord(
        long offset,
        long timestampMs,
        @Nullable ByteString key,
        @Nullable ByteString value,
        List<Header> headers) {
    public ClientRecord {
        headers = List.copyOf(headers);
    }

    /** A named value beside the record's own. */
    public record Header(String name, @Nullable ByteString value) {}
}
