package dev.troupe.cluster.management;

import dev.troupe.persistence.log.LogSlice;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.log.OffsetOutOfRange;
import dev.troupe.protocol.record.BadRecords;
import dev.troupe.protocol.record.ClientBatches;
import dev.troupe.protocol.record.ClientRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.pekko.util.ByteString;

/** Reads a few records for people to look at: bounded in number and in bytes, and never beyond what consumers may see. */
final class RecentRecords {
    private static final int BYTES_AT_ONCE = 256 << 10;
    private static final int MOST_READS = 20;

    private RecentRecords() {}

    /** From an offset on, in order; reads files. Ends early where the log is damaged or was cut meanwhile. */
    static List<ClientRecord> read(LogView log, long from, int limit) {
        List<ClientRecord> records = new ArrayList<>();
        long next = from;
        try {
            for (int reads = 0; reads < MOST_READS && records.size() < limit; reads++) {
                Optional<LogSlice> slice = log.read(next, log.highWatermark(), BYTES_AT_ONCE, true);
                if (slice.isEmpty()) {
                    break;
                }
                ClientBatches.Content content = ClientBatches.read(bytes(slice.get()), next);
                records.addAll(content.records());
                next = content.nextOffset();
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (OffsetOutOfRange | BadRecords gone) {
            // What was read until there is shown.
        }
        return records.subList(0, Math.min(limit, records.size()));
    }

    private static ByteString bytes(LogSlice slice) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(slice.size());
        while (bytes.hasRemaining()) {
            if (slice.channel().read(bytes, slice.position() + bytes.position()) < 0) {
                throw new IOException("the segment ends within a batch");
            }
        }
        return ByteString.fromByteBuffer(bytes.flip());
    }
}
