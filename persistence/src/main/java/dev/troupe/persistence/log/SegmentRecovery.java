package dev.troupe.persistence.log;

import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a segment holds that its indexes do not tell of: walks its batches from the last trusted index entry to the
 * end of its file. What was flushed before is believed; everything behind is checked (BEHAVIOUR L8).
 */
final class SegmentRecovery {
    private final Segment segment;
    private final long fileSize;
    private final long recoveryPoint;
    private final long limit;
    private final Consumer<RecordBatch> onBatch;
    private long nextOffset;
    private int leaderEpoch = -1;

    /**
     * A recovery that has not begun.
     *
     * @param recoveryPoint everything below was flushed
     * @param nextBase where the next segment begins, the largest long where there is none
     * @param onBatch is shown each batch's header, or the batch where it is checked
     */
    SegmentRecovery(Segment segment, long fileSize, long recoveryPoint, long nextBase, Consumer<RecordBatch> onBatch) {
        this.segment = segment;
        this.fileSize = fileSize;
        this.recoveryPoint = recoveryPoint;
        this.limit = Math.min(nextBase, segment.baseOffset() + Integer.MAX_VALUE);
        this.onBatch = onBatch;
        this.nextOffset = segment.baseOffset();
    }

    /**
     * Does it. The segment then ends with its last good batch; what follows in the file, if anything, is the torn tail of a
     * crash.
     *
     * @return whether there is such a tail
     * @throws CorruptLog if what is damaged was flushed, or good batches follow it
     */
    boolean run(int indexIntervalBytes) throws IOException {
        // The index may be older than a cut that a crash interrupted.
        segment.rewind(recoveryPoint, fileSize);
        BatchScan scan = new BatchScan(segment.channel(), segment.size(), fileSize);
        while (!scan.isAtEnd()) {
            String flaw = flaw(scan);
            if (flaw != null) {
                failIfNoCrashCanHaveDoneThat(scan.position(), flaw);
                return true;
            }
            RecordBatch batch = scan.header();
            nextOffset = batch.nextOffset();
            leaderEpoch = batch.leaderEpoch();
            segment.note(batch, indexIntervalBytes);
            onBatch.accept(batch);
            scan.advance();
        }
        return false;
    }

    /** The offset after the last good batch; the base offset where there is none. */
    long nextOffset() {
        return nextOffset;
    }

    /** Why what lies here is not the next batch, null where it is. */
    private @Nullable String flaw(BatchScan scan) throws IOException {
        if (!scan.atBatch()) {
            return "here should be a batch";
        }
        RecordBatch batch = scan.header();
        String name = "the batch of offset " + batch.baseOffset();
        if (batch.nextOffset() > recoveryPoint && !scan.load().hasRightChecksum()) {
            return name + " has a wrong checksum";
        }
        if (batch.baseOffset() < nextOffset || batch.nextOffset() > limit) {
            return name + " does not belong between " + nextOffset + " and " + limit;
        }
        return batch.leaderEpoch() < leaderEpoch
                ? name + " has leader epoch " + batch.leaderEpoch() + " after " + leaderEpoch
                : null;
    }

    /** A crash tears the end of what was not flushed and leaves nothing whole there: anything else is told of. */
    private void failIfNoCrashCanHaveDoneThat(long position, String flaw) throws IOException {
        if (nextOffset < recoveryPoint) {
            throw new CorruptLog(
                    segment.file(), position, flaw + ", although everything below " + recoveryPoint + " was flushed");
        }
        BatchSearch search = new BatchSearch(segment.channel(), fileSize, nextOffset, limit);
        long found = search.from(position);
        if (found >= 0) {
            throw new CorruptLog(segment.file(), position, flaw + ", and a whole batch lies at byte " + found);
        }
    }
}
