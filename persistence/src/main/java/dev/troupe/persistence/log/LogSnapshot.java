package dev.troupe.persistence.log;

import dev.troupe.protocol.record.BadRecords;
import dev.troupe.protocol.record.RecordBatch;
import dev.troupe.protocol.record.RecordCursor;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What {@link PartitionLog} publishes.
 *
 * @param segments in order of offsets, never empty
 * @param activeSize bytes of the last segment that count
 * @param sealedSize bytes of all others
 * @param recent the last batches of the last segment
 */
record LogSnapshot(
        List<Segment> segments,
        long activeSize,
        long sealedSize,
        long logStartOffset,
        long highWatermark,
        long logEndOffset,
        LeaderEpochs epochs,
        RecentBatches recent)
        implements LogView {

    @Override
    public long lastStableOffset() {
        return highWatermark;
    }

    @Override
    public long sizeInBytes() {
        return sealedSize + activeSize;
    }

    @Override
    public int latestLeaderEpoch() {
        return epochs.latestBefore(logEndOffset);
    }

    @Override
    public EpochEnd endOf(int leaderEpoch) {
        return epochs.endOf(leaderEpoch, logEndOffset);
    }

    @Override
    public boolean isInMemory(long offset) {
        return offset >= logEndOffset || recent.covers(offset);
    }

    @Override
    public Optional<LogSlice> read(long offset, long endOffset, int maxBytes, boolean firstBatchAlways)
            throws IOException, OffsetOutOfRange {
        if (offset < logStartOffset || offset > logEndOffset) {
            throw new OffsetOutOfRange(offset, logStartOffset, logEndOffset);
        }
        long limit = Math.min(endOffset, logEndOffset);
        if (recent.covers(offset)) {
            return recent.read(segments.getLast().channel(), activeSize, offset, limit, maxBytes, firstBatchAlways);
        }
        // A segment that was compacted may have nothing left at or above the offset that it covers: then the next one
        // has.
        for (int i = indexOf(offset); i < segments.size() && offset < limit; i++) {
            Segment segment = segments.get(i);
            if (sizeOf(i) > 0) {
                BatchScan scan = segment.scanFor(offset, sizeOf(i));
                if (segment.seek(scan, offset, endOffsetOf(i))) {
                    return scan.header().baseOffset() >= limit
                            ? Optional.empty()
                            : slice(i, scan, limit, maxBytes, firstBatchAlways);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<LogSlice> slice(int index, BatchScan first, long limit, int maxBytes, boolean firstBatchAlways)
            throws IOException {
        FileChannel channel = segments.get(index).channel();
        long start = first.position();
        long firstEnd = first.batchEnd();
        if (firstEnd - start > maxBytes) {
            return firstBatchAlways
                    ? Optional.of(new LogSlice(channel, start, (int) (firstEnd - start)))
                    : Optional.empty();
        }
        return Optional.of(new LogSlice(channel, start, (int) (endOfSlice(index, start, limit, maxBytes) - start)));
    }

    /** Where the last whole batch below {@code limit} ends that lies within {@code maxBytes} from {@code start} on. */
    private long endOfSlice(int index, long start, long limit, int maxBytes) throws IOException {
        Segment segment = segments.get(index);
        long size = sizeOf(index);
        boolean all = limit >= endOffsetOf(index);
        if (all && size - start <= maxBytes) {
            return size;
        }
        long furthest = Math.min(size, start + maxBytes);
        BatchScan scan = segment.indexes().scanBefore(furthest, all ? Long.MAX_VALUE : limit, segment.channel(), size);
        if (scan.position() < start) {
            scan = new BatchScan(segment.channel(), start, size);
        }
        while (scan.atBatch() && scan.batchEnd() <= furthest && scan.header().baseOffset() < limit) {
            scan.advance();
        }
        return scan.position();
    }

    @Override
    public Optional<FoundOffset> firstAtOrAfter(long timestampMs, long endOffset) throws IOException {
        for (int i = indexOf(logStartOffset); i < segments.size(); i++) {
            Segment segment = segments.get(i);
            if (segment.maxTimestamp() < timestampMs || sizeOf(i) == 0) {
                continue;
            }
            long from = Math.max(segment.indexes().times().offsetBefore(timestampMs), logStartOffset);
            BatchScan scan = segment.scanFor(Math.min(from, logEndOffset - 1), sizeOf(i));
            while (segment.seek(scan, from, endOffsetOf(i)) && scan.header().baseOffset() < endOffset) {
                Optional<FoundOffset> found = scan.header().maxTimestamp() < timestampMs
                        ? Optional.empty()
                        : firstIn(scan.load(), timestampMs, endOffset);
                if (found.isPresent()) {
                    return found;
                }
                scan.advance();
            }
        }
        return Optional.empty();
    }

    private Optional<FoundOffset> firstIn(RecordBatch batch, long timestampMs, long endOffset) throws IOException {
        try (RecordCursor cursor = RecordCursor.over(batch)) {
            while (cursor.next() && cursor.offset() < endOffset) {
                if (cursor.timestampMs() >= timestampMs && cursor.offset() >= logStartOffset) {
                    return Optional.of(new FoundOffset(cursor.offset(), cursor.timestampMs(), batch.leaderEpoch()));
                }
            }
            return Optional.empty();
        } catch (BadRecords bad) {
            throw new IOException("the batch at offset " + batch.baseOffset() + " cannot be read", bad);
        }
    }

    @Override
    public Optional<FoundOffset> highestTimestamp(long endOffset) throws IOException {
        long highest = -1;
        for (int i = indexOf(logStartOffset); i < segments.size(); i++) {
            highest = Math.max(highest, highestIn(i, endOffset));
        }
        return highest < 0 ? Optional.empty() : firstAtOrAfter(highest, endOffset);
    }

    private long highestIn(int index, long endOffset) throws IOException {
        Segment segment = segments.get(index);
        boolean whole = endOffsetOf(index) <= endOffset && segment.baseOffset() >= logStartOffset;
        if (whole || sizeOf(index) == 0) {
            return segment.maxTimestamp();
        }
        long highest = -1;
        BatchScan scan = segment.scanFor(logStartOffset, sizeOf(index));
        for (;
                segment.seek(scan, logStartOffset, endOffsetOf(index))
                        && scan.header().baseOffset() < endOffset;
                scan.advance()) {
            if (scan.header().maxTimestamp() > highest) {
                highest = highestIn(scan.load(), endOffset, highest);
            }
        }
        return highest;
    }

    private long highestIn(RecordBatch batch, long endOffset, long atLeast) throws IOException {
        long highest = atLeast;
        try (RecordCursor cursor = RecordCursor.over(batch)) {
            while (cursor.next() && cursor.offset() < endOffset) {
                if (cursor.offset() >= logStartOffset) {
                    highest = Math.max(highest, cursor.timestampMs());
                }
            }
            return highest;
        } catch (BadRecords bad) {
            throw new IOException("the batch at offset " + batch.baseOffset() + " cannot be read", bad);
        }
    }

    /** Shows the headers of all batches that end at or above an offset; a header is of no use once the consumer has returned. */
    void forEachBatch(long fromOffset, Consumer<RecordBatch> consumer) throws IOException {
        for (int i = indexOf(fromOffset); i < segments.size() && fromOffset < logEndOffset; i++) {
            Segment segment = segments.get(i);
            if (sizeOf(i) > 0) {
                BatchScan scan = segment.scanFor(fromOffset, sizeOf(i));
                for (; segment.seek(scan, fromOffset, endOffsetOf(i)); scan.advance()) {
                    consumer.accept(scan.header());
                }
            }
        }
    }

    /** Number of the last segment that does not start above an offset. */
    int indexOf(long offset) {
        int low = 0;
        int high = segments.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (segments.get(middle).baseOffset() <= offset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private long sizeOf(int index) {
        return index == segments.size() - 1 ? activeSize : segments.get(index).size();
    }

    private long endOffsetOf(int index) {
        return index == segments.size() - 1
                ? logEndOffset
                : segments.get(index + 1).baseOffset();
    }

    /** Bytes of all segments but the last. */
    static long sealedSize(List<Segment> segments) {
        return segments.stream()
                .limit(segments.size() - 1)
                .mapToLong(Segment::size)
                .sum();
    }
}
