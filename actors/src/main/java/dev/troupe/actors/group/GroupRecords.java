package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupEvent.GenerationCompleted;
import dev.troupe.actors.group.GroupEvent.GroupDeleted;
import dev.troupe.actors.group.GroupEvent.OffsetsCommitted;
import dev.troupe.actors.group.GroupEvent.OffsetsRemoved;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.persistence.offsets.OffsetsRecord;
import dev.troupe.persistence.offsets.OffsetsRecord.GroupMetadata;
import dev.troupe.persistence.offsets.OffsetsRecord.GroupTombstone;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetCommit;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetTombstone;
import dev.troupe.persistence.offsets.OffsetsRecords;
import dev.troupe.protocol.TopicPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pekko.persistence.typed.EventAdapter;
import org.apache.pekko.persistence.typed.EventSeq;

/** A group's durable events as records of {@code __consumer_offsets} (G2), and what a replay of live records means. */
final class GroupRecords extends EventAdapter<GroupEvent.Durable, OffsetsRecords> {
    private final String groupId;
    private final int leaderEpoch;

    GroupRecords(String groupId, int leaderEpoch) {
        this.groupId = groupId;
        this.leaderEpoch = leaderEpoch;
    }

    @Override
    public OffsetsRecords toJournal(GroupEvent.Durable event) {
        List<OffsetsRecord> records = new ArrayList<>();
        switch (event) {
            case OffsetsCommitted e ->
                e.offsets().forEach((tp, offset) -> records.add(new OffsetCommit(groupId, tp, offset)));
            case OffsetsRemoved e -> e.partitions().forEach(tp -> records.add(new OffsetTombstone(groupId, tp)));
            case GenerationCompleted e -> records.add(new GroupMetadata(groupId, e.group()));
            case GroupDeleted e -> {
                e.partitions().forEach(tp -> records.add(new OffsetTombstone(groupId, tp)));
                records.add(new GroupTombstone(groupId));
            }
        }
        return new OffsetsRecords(leaderEpoch, records);
    }

    /** Events are local to the node that coordinates the group; the records themselves carry their kind and version. */
    @Override
    public String manifest(GroupEvent.Durable event) {
        return "";
    }

    @Override
    public EventSeq<GroupEvent.Durable> fromJournal(OffsetsRecords live, String manifest) {
        return EventSeq.create(eventsOf(live.records()));
    }

    /** What led to a group's live records, as far as it matters now. */
    static List<GroupEvent.Durable> eventsOf(List<OffsetsRecord> live) {
        List<GroupEvent.Durable> events = new ArrayList<>();
        Map<TopicPartition, CommittedOffset> offsets = new HashMap<>();
        for (OffsetsRecord record : live) {
            switch (record) {
                case OffsetCommit commit -> offsets.put(commit.partition(), commit.offset());
                case GroupMetadata metadata -> events.add(new GenerationCompleted(metadata.metadata()));
                case OffsetTombstone gone -> throw new IllegalStateException("a tombstone is not live: " + gone);
                case GroupTombstone gone -> throw new IllegalStateException("a tombstone is not live: " + gone);
            }
        }
        if (!offsets.isEmpty()) {
            events.add(new OffsetsCommitted(offsets));
        }
        return events;
    }
}
