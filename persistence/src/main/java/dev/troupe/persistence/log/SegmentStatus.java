package dev.troupe.persistence.log;

import java.util.List;

/**
 * A segment as people may look at it, and why it is still there (BEHAVIOUR L9).
 *
 * @param endOffset where the next one begins
 * @param sizeBytes of its records
 * @param largestTimestampMs of its records, -1 where none has one
 * @param createdMs when its file was made
 * @param reasons never empty; it goes when none holds any more
 */
public record SegmentStatus(
        long baseOffset,
        long endOffset,
        long sizeBytes,
        long largestTimestampMs,
        long createdMs,
        List<Reason> reasons) {

    /**
     * One thing that keeps it.
     *
     * @param untilMs when that ends, -1 where no time ends it
     * @param explanation for people
     */
    public record Reason(Rule rule, long untilMs, String explanation) {
        static Reason of(Rule rule, String explanation) {
            return new Reason(rule, -1, explanation);
        }
    }

    /** What can keep a segment. */
    public enum Rule {
        /** It is being written to. */
        ACTIVE,
        /** It is not replicated yet as far as that must be. */
        ABOVE_HIGH_WATERMARK,
        /** It is younger than {@code retention.ms}. */
        RETENTION_MS,
        /** A record is dated in the future, so its file's age counts instead of the records'. */
        FUTURE_TIMESTAMP,
        /** The log is not larger than {@code retention.bytes} without it. */
        RETENTION_BYTES,
        /** Neither age nor size are limited. */
        NO_LIMIT,
        /** Only compaction takes records, and it has been here. */
        COMPACTED,
        /** Only compaction takes records, and it has yet to come. */
        TO_BE_COMPACTED,
        /** It may go, but an older segment may not. */
        OLDER_SEGMENT,
        /** The next check of retention takes it. */
        NEXT_CHECK,
        /** It is out of the log; readers have until {@code file.delete.delay.ms} has passed. */
        FILE_DELETE_DELAY
    }
}
