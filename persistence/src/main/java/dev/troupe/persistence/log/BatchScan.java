package dev.troupe.persistence.log;

import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Goes from batch to batch in a segment file, reading headers only, a window of the file at a time. */
final class BatchScan {
    private static final int WINDOW_BYTES = 4096;

    /** A thread scans one file at a time, and most scans are over after one window. */
    private static final ThreadLocal<ByteBuffer> WINDOW =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(WINDOW_BYTES));

    private final FileChannel channel;
    private final long end;
    private final ByteBuffer window;
    private long windowStart;
    private long position;
    private RecordBatch header;

    /**
     * A scan that is at the first batch.
     *
     * @param position where a batch starts
     * @param end what lies behind is not looked at
     */
    BatchScan(FileChannel channel, long position, long end) {
        this.channel = channel;
        this.end = end;
        this.position = position;
        this.window = WINDOW.get().position(0).limit(0);
        this.windowStart = position;
        this.header = new RecordBatch(window, 0);
    }

    /** Whether there is a batch here, whole as far as its header says. */
    boolean atBatch() throws IOException {
        if (position + RecordBatch.HEADER_BYTES > end) {
            return false;
        }
        long within = position - windowStart;
        if (within < 0 || within + RecordBatch.HEADER_BYTES > window.limit()) {
            fill();
            within = 0;
        }
        if (window.limit() < RecordBatch.HEADER_BYTES) {
            return false;
        }
        header = new RecordBatch(window, (int) within);
        return header.magic() == RecordBatch.MAGIC
                && header.sizeInBytes() >= RecordBatch.HEADER_BYTES
                && header.lastOffsetDelta() >= 0
                && position + header.sizeInBytes() <= end;
    }

    /** Whether there is a batch here and its last offset is this one. */
    boolean atBatchEndingWith(long lastOffset) throws IOException {
        return atBatch() && header.lastOffset() == lastOffset;
    }

    /** Whether nothing is left to look at. */
    boolean isAtEnd() {
        return position == end;
    }

    /** The header of the batch here; of no use after the scan went on. */
    RecordBatch header() {
        return header;
    }

    /** Where the batch here starts. */
    long position() {
        return position;
    }

    /** Where the batch here ends. */
    long batchEnd() {
        return position + header.sizeInBytes();
    }

    /** Goes to the next batch. */
    void advance() {
        position += header.sizeInBytes();
    }

    /** The batch here with its records. */
    RecordBatch load() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(header.sizeInBytes());
        readFully(channel, bytes, position);
        return new RecordBatch(bytes, 0);
    }

    /** Reads until the buffer is full or the file ends. */
    static void readFully(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            int read = channel.read(buffer, at);
            if (read < 0) {
                return;
            }
            at += read;
        }
    }

    private void fill() throws IOException {
        window.clear();
        window.limit((int) Math.min(window.capacity(), end - position));
        readFully(channel, window, position);
        window.flip();
        windowStart = position;
    }
}
