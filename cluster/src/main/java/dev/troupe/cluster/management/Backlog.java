package dev.troupe.cluster.management;

import dev.troupe.persistence.log.LogSlice;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.log.OffsetOutOfRange;
import dev.troupe.protocol.record.BadRecords;
import dev.troupe.protocol.record.RecordBatch;
import dev.troupe.protocol.record.RecordCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What lies before a group in one partition. Counted from the next record that it would really get: offsets that compaction or
 * retention has emptied, and markers of transactions, are not waited for by anybody. Gaps further on count.
 *
 * @param records how many
 * @param nextAtMs the timestamp of the first of them, null where there is none or its log cannot be read
 */
public record Backlog(long records, @Nullable Long nextAtMs) {
    /** Batches without a record to be read that are passed over before the rest is counted as it is. */
    private static final int PATIENCE = 100;

    /**
     * Looks it up; reads from disk.
     *
     * @param committed where the group goes on
     */
    static Backlog of(LogView log, long committed) {
        long from = Math.max(committed, log.logStartOffset());
        long end = log.highWatermark();
        try {
            for (int batches = 0; from < end && batches < PATIENCE; batches++) {
                RecordBatch batch = read(log, from, end);
                if (batch == null) {
                    return new Backlog(0, null);
                }
                if (!batch.isControl()) {
                    Backlog found = firstIn(batch, from, end);
                    if (found != null) {
                        return found;
                    }
                }
                from = batch.nextOffset();
            }
        } catch (IOException | OffsetOutOfRange | BadRecords unreadable) {
            // What can be told without the record is told.
        }
        return new Backlog(Math.max(0, end - from), null);
    }

    private static @Nullable Backlog firstIn(RecordBatch batch, long from, long end) throws BadRecords {
        try (RecordCursor cursor = RecordCursor.over(batch)) {
            while (cursor.next() && cursor.offset() < end) {
                if (cursor.offset() >= from) {
                    return new Backlog(end - cursor.offset(), cursor.timestampMs());
                }
            }
        }
        return null;
    }

    private static @Nullable RecordBatch read(LogView log, long from, long end) throws IOException, OffsetOutOfRange {
        LogSlice slice = log.read(from, end, 1, true).orElse(null);
        if (slice == null) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate(slice.size());
        while (bytes.hasRemaining()) {
            if (slice.channel().read(bytes, slice.position() + bytes.position()) < 0) {
                throw new IOException("the segment ends within a batch");
            }
        }
        return new RecordBatch(bytes, 0);
    }
}
