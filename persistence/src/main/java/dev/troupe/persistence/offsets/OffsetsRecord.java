package dev.troupe.persistence.offsets;

import dev.troupe.protocol.TopicPartition;

/** One record of {@code __consumer_offsets}. */
public sealed interface OffsetsRecord {

    /** The group it belongs to. */
    String group();

    /** A group committed an offset. */
    record OffsetCommit(String group, TopicPartition partition, CommittedOffset offset) implements OffsetsRecord {}

    /** A committed offset is gone. */
    record OffsetTombstone(String group, TopicPartition partition) implements OffsetsRecord {}

    /** A group's generation is complete. */
    record GroupMetadata(String group, StoredGroup metadata) implements OffsetsRecord {}

    /** A group is gone; tombstones of its offsets stand beside it. */
    record GroupTombstone(String group) implements OffsetsRecord {}
}
