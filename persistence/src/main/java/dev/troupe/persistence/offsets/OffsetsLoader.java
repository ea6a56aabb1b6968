package dev.troupe.persistence.offsets;

import dev.troupe.persistence.log.LogSlice;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.log.OffsetOutOfRange;
import dev.troupe.protocol.record.KeyValueBatches;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Reads a partition from its start to its end, once: what of it is live fits in memory, as compaction keeps it small. */
final class OffsetsLoader {
    private static final int READ_BYTES = 4 << 20;

    private final LogView log;
    private final LiveGroups live = new LiveGroups();

    OffsetsLoader(LogView log) {
        this.log = log;
    }

    /**
     * Reads to the log end and not to the high watermark only: the leader's log is the truth, and its replicas will have the
     * same.
     */
    LiveGroups load() throws IOException {
        long end = log.logEndOffset();
        long next = log.logStartOffset();
        while (next < end) {
            Optional<LogSlice> slice = read(next, end);
            if (slice.isEmpty()) {
                return live;
            }
            next = Math.max(
                    next + 1,
                    KeyValueBatches.forEach(
                            bytesOf(slice.get()), kv -> OffsetsCodec.decode(kv).ifPresent(live::apply)));
        }
        return live;
    }

    private Optional<LogSlice> read(long offset, long end) throws IOException {
        try {
            return log.read(offset, end, READ_BYTES, true);
        } catch (OffsetOutOfRange e) {
            throw new IOException(e);
        }
    }

    private static ByteBuffer bytesOf(LogSlice slice) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(slice.size());
        while (buffer.hasRemaining()) {
            if (slice.channel().read(buffer, slice.position() + buffer.position()) < 0) {
                throw new EOFException("the log ended " + buffer.remaining() + " bytes early");
            }
        }
        return buffer.flip();
    }
}
