package dev.troupe.persistence.offsets;

import dev.troupe.persistence.offsets.OffsetsRecord.GroupMetadata;
import dev.troupe.persistence.offsets.OffsetsRecord.GroupTombstone;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetCommit;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetTombstone;
import dev.troupe.protocol.TopicPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The last record of each key of one group: what compaction would leave. Shares its values with the group's own state. */
final class LiveGroup {
    private final Map<TopicPartition, CommittedOffset> offsets = new HashMap<>(4);
    private @Nullable StoredGroup metadata;

    void apply(OffsetsRecord record) {
        switch (record) {
            case OffsetCommit commit -> offsets.put(commit.partition(), commit.offset());
            case OffsetTombstone gone -> offsets.remove(gone.partition());
            case GroupMetadata stored -> metadata = stored.metadata();
            case GroupTombstone gone -> metadata = null;
        }
    }

    boolean isEmpty() {
        return offsets.isEmpty() && metadata == null;
    }

    boolean hasOffsetsOf(Set<String> topics) {
        return offsets.keySet().stream().anyMatch(partition -> topics.contains(partition.topic()));
    }

    List<OffsetsRecord> records(String group) {
        List<OffsetsRecord> records = new ArrayList<>(offsets.size() + 1);
        offsets.forEach((tp, offset) -> records.add(new OffsetCommit(group, tp, offset)));
        if (metadata != null) {
            records.add(new GroupMetadata(group, metadata));
        }
        return records;
    }
}
