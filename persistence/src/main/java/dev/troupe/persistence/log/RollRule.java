package dev.troupe.persistence.log;

import dev.troupe.protocol.record.RecordBatch;

/** When a log goes on to its next segment: by size, by age, and when an index is full. */
final class RollRule {
    /** Compaction leaves the segment in use alone, so in a compacted log it does not stay that large. */
    private static final long LARGE_UNCOMPACTED_BYTES = 16 << 20;

    private RollRule() {}

    /** Whether {@code bytes} more, beginning with {@code next}, do not belong into this segment any more. */
    static boolean isFull(Segment active, LogConfig.Segments limits, RecordBatch next, int bytes, long nowMs) {
        if (active.size() == 0) {
            return false;
        }
        return bytes > limits.bytes() - active.size()
                || active.indexes().offsets().sizeInBytes() + OffsetIndex.ENTRY_BYTES > limits.indexBytes()
                || active.indexes().times().sizeInBytes() + 2 * TimeIndex.ENTRY_BYTES > limits.indexBytes()
                || next.lastOffset() + bytes - active.baseOffset() > Integer.MAX_VALUE
                || ageAt(active, next.maxTimestamp(), nowMs) > limits.ageMs() - jitter(active, limits);
    }

    /** Whether a segment is to be finished even though nothing is appended: in use for too long, or to be compacted. */
    static boolean isDue(Segment active, LogConfig config, long nowMs) {
        return isOld(active, config.segments(), nowMs)
                || (config.compaction().compact() && active.size() > LARGE_UNCOMPACTED_BYTES);
    }

    private static boolean isOld(Segment active, LogConfig.Segments limits, long nowMs) {
        return active.size() > 0 && nowMs - active.createdMs() > limits.ageMs() - jitter(active, limits);
    }

    /** Age is told by the records' own time where both ends have one, so that an old topic copied anew is cut as it once was. */
    private static long ageAt(Segment active, long timestampMs, long nowMs) {
        return active.firstTimestamp() >= 0 && timestampMs >= 0
                ? timestampMs - active.firstTimestamp()
                : nowMs - active.createdMs();
    }

    /** The same for a segment however often it is asked for, and spread over the partitions. */
    private static long jitter(Segment active, LogConfig.Segments limits) {
        long most = Math.min(limits.jitterMs(), limits.ageMs());
        return most <= 0 ? 0 : Math.floorMod(active.file().hashCode() * 2654435761L, most);
    }
}
