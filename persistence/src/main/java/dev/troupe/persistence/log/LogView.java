package dev.troupe.persistence.log;

import java.io.IOException;
import java.util.Optional;

/**
 * A partition's log as it stood at one moment: immutable, published by the single writer after each change, read by any
 * thread without asking it.
 */
public interface LogView {

    /** The first offset that can be read. */
    long logStartOffset();

    /** Consumers see only what lies below it (L5). */
    long highWatermark();

    /** The end for {@code read_committed} readers: the first offset of the oldest open transaction, or the high watermark. */
    long lastStableOffset();

    /** The offset of the next record. */
    long logEndOffset();

    /** Bytes of all segments. */
    long sizeInBytes();

    /** The leader epoch of the last batch, -1 where the log is empty. */
    int latestLeaderEpoch();

    /**
     * Whole batches from the one that holds {@code offset} on, of one segment, ending before {@code endOffset}.
     *
     * @param offset between log start and log end offset
     * @param endOffset exclusive: high watermark or last stable offset for consumers, log end offset for followers
     * @param maxBytes not exceeded, but for the first batch where {@code firstBatchAlways}
     * @return empty where there is nothing below {@code endOffset} or nothing fits
     * @throws OffsetOutOfRange if the offset is outside the log
     */
    Optional<LogSlice> read(long offset, long endOffset, int maxBytes, boolean firstBatchAlways)
            throws IOException, OffsetOutOfRange;

    /** Whether {@link #read} from an offset on looks into no file, so that any thread may do it. */
    boolean isInMemory(long offset);

    /** The first record with a timestamp not below it, of those below {@code endOffset}; looks into compressed batches. */
    Optional<FoundOffset> firstAtOrAfter(long timestampMs, long endOffset) throws IOException;

    /** The first record of the highest timestamp, of those below {@code endOffset}. */
    Optional<FoundOffset> highestTimestamp(long endOffset) throws IOException;

    /** Where a leader epoch ends in this log. */
    EpochEnd endOf(int leaderEpoch);
}
