package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The two indexes of a segment, and its largest timestamp, which they tell after a restart. The appending thread notes batches,
 * any thread searches. An entry is believed only if the batch it tells of is there.
 */
final class SegmentIndexes {
    private final OffsetIndex offsets;
    private final TimeIndex times;
    private int bytesSinceEntry;
    private volatile long maxTimestamp;
    private volatile long maxTimestampOffset;

    private SegmentIndexes(OffsetIndex offsets, TimeIndex times) {
        this.offsets = offsets;
        this.times = times;
        useLastTime();
    }

    /** Indexes without entries and, as yet, without files. */
    static SegmentIndexes empty(Files files, Path folder, long baseOffset, String suffix) {
        Path offsets = folder.resolve(LogFileName.offsetIndex(baseOffset) + suffix);
        Path times = folder.resolve(LogFileName.timeIndex(baseOffset) + suffix);
        return new SegmentIndexes(
                OffsetIndex.empty(files, offsets, baseOffset), TimeIndex.empty(files, times, baseOffset));
    }

    /** Those whose files are there; a missing one is empty. */
    static SegmentIndexes load(Files files, Path folder, long baseOffset) throws IOException {
        Path offsets = LogFileName.offsetIndex(baseOffset).in(folder);
        Path times = LogFileName.timeIndex(baseOffset).in(folder);
        return new SegmentIndexes(
                files.exists(offsets)
                        ? OffsetIndex.load(files, offsets, baseOffset)
                        : OffsetIndex.empty(files, offsets, baseOffset),
                files.exists(times)
                        ? TimeIndex.load(files, times, baseOffset)
                        : TimeIndex.empty(files, times, baseOffset));
    }

    OffsetIndex offsets() {
        return offsets;
    }

    TimeIndex times() {
        return times;
    }

    /** The largest timestamp, -1 where there is none. */
    long maxTimestamp() {
        return maxTimestamp;
    }

    /** Last offset of the batch that brought the largest timestamp. */
    long maxTimestampOffset() {
        return maxTimestampOffset;
    }

    /** Counts in a batch that lies at {@code position}, behind all noted before. */
    void note(RecordBatch batch, long position, int intervalBytes) {
        if (bytesSinceEntry > intervalBytes) {
            offsets.append(batch.lastOffset(), (int) position);
            noteTime();
            bytesSinceEntry = 0;
        }
        if (batch.maxTimestamp() > maxTimestamp) {
            maxTimestamp = batch.maxTimestamp();
            maxTimestampOffset = batch.lastOffset();
        }
        bytesSinceEntry += batch.sizeInBytes();
    }

    /** A scan of a segment's first {@code end} bytes that meets the first batch at or above {@code offset}. */
    BatchScan scanFor(long offset, FileChannel channel, long end) throws IOException {
        return scanFrom(offsets.atMost(offset), channel, end);
    }

    private static BatchScan scanFrom(OffsetIndex.Entry entry, FileChannel channel, long end) throws IOException {
        if (entry.position() > 0) {
            BatchScan scan = new BatchScan(channel, entry.position(), end);
            if (scan.atBatchEndingWith(entry.lastOffset())) {
                return scan;
            }
        }
        return new BatchScan(channel, 0, end);
    }

    /** A scan from an indexed batch on that is as near to {@code position} as can be, not behind it, nor above {@code offset}. */
    BatchScan scanBefore(long position, long offset, FileChannel channel, long end) throws IOException {
        OffsetIndex.Entry near = offsets.positionAtMost(position);
        OffsetIndex.Entry below = offsets.atMost(offset);
        return scanFrom(near.position() < below.position() ? near : below, channel, end);
    }

    /**
     * Drops what is about offsets at or above {@code offset}; all, where what is left does not belong to this file.
     *
     * @param size bytes of the file
     * @return where the last batch starts that has an entry, from which on batches are to be noted anew
     */
    long rewind(long offset, FileChannel channel, long size) throws IOException {
        offsets.truncateTo(offset);
        times.truncateTo(offset);
        OffsetIndex.Entry last = offsets.positionAtMost(Integer.MAX_VALUE);
        boolean belongs = offsets.isPlausible(size)
                && (last.position() == 0
                        || new BatchScan(channel, last.position(), size).atBatchEndingWith(last.lastOffset()));
        if (!belongs) {
            offsets.file().truncate(0);
            times.file().truncate(0);
        }
        useLastTime();
        bytesSinceEntry = 0;
        return belongs ? last.position() : 0;
    }

    /** Puts the largest timestamp into the time index and both indexes into their files. */
    void write(boolean durably) throws IOException {
        noteTime();
        offsets.file().write(durably);
        times.file().write(durably);
    }

    /** Both leave the heap. */
    void settle() throws IOException {
        offsets.file().settle();
        times.file().settle();
    }

    /** Their files were renamed. */
    void movedTo(Path offsetsFile, Path timesFile) {
        offsets.file().movedTo(offsetsFile);
        times.file().movedTo(timesFile);
    }

    private void noteTime() {
        if (maxTimestamp >= 0) {
            times.append(maxTimestamp, maxTimestampOffset);
        }
    }

    private void useLastTime() {
        maxTimestamp = times.lastTimestamp();
        maxTimestampOffset = times.lastOffset();
    }
}
