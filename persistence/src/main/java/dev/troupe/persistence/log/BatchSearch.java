package dev.troupe.persistence.log;

import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Looks for a whole batch in bytes whose order is lost: at every byte a batch may begin. Time is bounded, whatever the bytes are:
 * once so much was summed up in vain that only somebody's intention can be behind it, the answer is that there may be one.
 */
final class BatchSearch {
    private static final int WINDOW_BYTES = 1 << 16;
    private static final long LEAST_EFFORT_BYTES = 64L << 20;

    private final FileChannel channel;
    private final long end;
    private final long leastOffset;
    private final long limitOffset;
    private final ByteBuffer window = ByteBuffer.allocate(WINDOW_BYTES);
    private long effort;

    /**
     * A search that has not begun.
     *
     * @param end of the file
     * @param leastOffset batches below are none of those that count
     * @param limitOffset likewise those that reach above it
     */
    BatchSearch(FileChannel channel, long end, long leastOffset, long limitOffset) {
        this.channel = channel;
        this.end = end;
        this.leastOffset = leastOffset;
        this.limitOffset = limitOffset;
        this.effort = LEAST_EFFORT_BYTES;
    }

    /** Where the first whole batch at or behind a position lies, -1 where there is none. */
    long from(long position) throws IOException {
        effort = Math.max(effort, 4 * (end - position));
        for (long start = position; start + RecordBatch.HEADER_BYTES <= end; start += windowSteps()) {
            window.clear().limit((int) Math.min(WINDOW_BYTES, end - start));
            BatchScan.readFully(channel, window, start);
            window.flip();
            for (int at = 0; at < windowSteps(); at++) {
                if (mayBeBatch(start, at) && isWhole(start + at)) {
                    return start + at;
                }
            }
        }
        return -1;
    }

    /** At how many places of the window a header may begin and be seen whole. */
    private int windowSteps() {
        return Math.max(1, window.limit() - RecordBatch.HEADER_BYTES + 1);
    }

    private boolean mayBeBatch(long start, int at) {
        RecordBatch batch = new RecordBatch(window, at);
        return window.limit() - at >= RecordBatch.HEADER_BYTES
                && batch.magic() == RecordBatch.MAGIC
                && batch.sizeInBytes() >= RecordBatch.HEADER_BYTES
                && start + at + batch.sizeInBytes() <= end
                && batch.lastOffsetDelta() >= 0
                && batch.baseOffset() >= leastOffset
                && batch.nextOffset() <= limitOffset;
    }

    private boolean isWhole(long position) throws IOException {
        BatchScan scan = new BatchScan(channel, position, end);
        if (!scan.atBatch()) {
            return false;
        }
        effort -= scan.header().sizeInBytes();
        return effort < 0 || scan.load().hasRightChecksum();
    }
}
