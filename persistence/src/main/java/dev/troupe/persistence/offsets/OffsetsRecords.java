package dev.troupe.persistence.offsets;

import java.util.List;

/**
 * What a consumer group persists as one event: records that are appended together.
 *
 * @param leaderEpoch of the partition when the group was loaded; the store refuses another, so an actor that outlived its
 *     node's leadership cannot write into a later one
 * @param records in order
 */
public record OffsetsRecords(int leaderEpoch, List<OffsetsRecord> records) {
    public OffsetsRecords {
        records = List.copyOf(records);
    }
}
