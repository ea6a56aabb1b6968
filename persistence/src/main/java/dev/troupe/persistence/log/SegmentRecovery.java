package dev.troupe.persistence.log;

import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Finds out what a segment holds that its indexes do not tell of: walks its batches from the last trusted index entry to the
 * end of its file. What was flushed before is believed; everything behind is checked (BEHAVIOUR L8).
 */
final class SegmentRecovery {
    private final Segment segment;
    private final long fileSize;
    private final long recoveryPoint;
    private final int indexIntervalBytes;
    private final Consumer<RecordBatch> onBatch;
    private long nextOffset;

    /**
     * A recovery that has not begun.
     *
     * @param recoveryPoint everything below was flushed
     * @param onBatch is shown each batch's header, or the batch where it is checked
     */
    SegmentRecovery(
            Segment segment, long fileSize, long recoveryPoint, int indexIntervalBytes, Consumer<RecordBatch> onBatch) {
        this.segment = segment;
        this.fileSize = fileSize;
        this.recoveryPoint = recoveryPoint;
        this.indexIntervalBytes = indexIntervalBytes;
        this.onBatch = onBatch;
        this.nextOffset = segment.baseOffset();
    }

    /**
     * Does it. The segment then ends with its last good batch; what follows in the file, if anything, is the torn tail of a
     * crash.
     *
     * @return whether there is such a tail
     * @throws CorruptLog if a batch is damaged that was flushed, or that good ones follow
     */
    boolean run() throws IOException {
        // Indexes that reach behind the end of the file are older than a cut that a crash interrupted.
        boolean plausible = segment.offsets().isPlausible(fileSize);
        if (plausible) {
            segment.rewind(recoveryPoint);
        } else {
            segment.rebuild();
        }
        if (fileSize == 0) {
            return false;
        }
        if (segment.size() > 0 && !new BatchScan(segment.channel(), segment.size(), fileSize).atBatch()) {
            segment.rebuild();
        }
        BatchScan scan = new BatchScan(segment.channel(), segment.size(), fileSize);
        while (scan.atBatch() && accept(scan)) {
            scan.advance();
        }
        boolean torn = scan.position() < fileSize;
        if (torn && nextOffset < recoveryPoint) {
            throw new CorruptLog(
                    segment.file(),
                    scan.position(),
                    "damaged, although offset " + nextOffset + " lies below " + recoveryPoint
                            + ", up to where the log was flushed");
        }
        return torn;
    }

    /** The offset after the last good batch; the base offset where there is none. */
    long nextOffset() {
        return nextOffset;
    }

    private boolean accept(BatchScan scan) throws IOException {
        RecordBatch batch = scan.header();
        if (batch.baseOffset() < nextOffset || batch.lastOffsetDelta() < 0) {
            return false;
        }
        if (batch.nextOffset() > recoveryPoint) {
            batch = scan.load();
            if (!batch.hasRightChecksum()) {
                failIfGoodOnesFollow(scan, batch);
                return false;
            }
        }
        nextOffset = batch.nextOffset();
        segment.note(batch, indexIntervalBytes);
        onBatch.accept(batch);
        return true;
    }

    /** A crash leaves nothing good behind the place it tore; so if there is, this is no crash's work. */
    private void failIfGoodOnesFollow(BatchScan scan, RecordBatch damaged) throws IOException {
        BatchScan next = new BatchScan(segment.channel(), scan.batchEnd(), fileSize);
        if (next.atBatch()
                && next.header().baseOffset() >= damaged.nextOffset()
                && next.load().hasRightChecksum()) {
            throw new CorruptLog(
                    segment.file(),
                    scan.position(),
                    "the batch at offset " + damaged.baseOffset() + " has a wrong checksum, and good batches follow");
        }
    }
}
