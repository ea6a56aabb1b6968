package dev.troupe.persistence.offsets;

import dev.troupe.protocol.TopicId;

/**
 * An offset that a group committed for one partition.
 *
 * @param offset the offset of the next record to read
 * @param leaderEpoch of the last record read, or -1
 * @param metadata the client's own note
 * @param commitTimestampMs when it was committed, wall clock
 * @param expireTimestampMs when it expires where the client said so (commit versions 2 to 4), or -1
 * @param topicId of the topic it was committed for, {@link TopicId#ZERO} where that is not known
 */
public record CommittedOffset(
        long offset,
        int leaderEpoch,
        String metadata,
        long commitTimestampMs,
        long expireTimestampMs,
        TopicId topicId) {
    /** No leader epoch, no expiry. */
    public static final int NONE = -1;

    /** An offset alone: when and for which topic it is committed, the broker says. */
    public static CommittedOffset of(long offset) {
        return new CommittedOffset(offset, NONE, "", NONE, NONE, TopicId.ZERO);
    }
}
