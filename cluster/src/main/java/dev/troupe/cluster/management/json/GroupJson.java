package dev.troupe.cluster.management.json;

import dev.troupe.actors.group.ConsumerAssignment;
import dev.troupe.actors.group.GroupReply.Described;
import dev.troupe.actors.group.GroupReply.DescribedMember;
import dev.troupe.actors.group.GroupReply.FetchedOffsets;
import dev.troupe.actors.group.GroupSummary;
import dev.troupe.actors.group.GroupTimeline;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.TopicPartition;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A consumer group with its members, what they were assigned, and how far they are.
 *
 * @param protocol the assignor in force, empty where none is
 */
public record GroupJson(
        String group,
        String state,
        int generation,
        String protocolType,
        String protocol,
        int coordinator,
        List<Member> members,
        List<Offset> offsets) {

    /** A group in a list of groups. */
    public record Row(String group, String state, String protocolType) {

        /** As its coordinator knows it. */
        public static Row of(GroupSummary group) {
            return new Row(group.groupId(), group.state().label(), group.protocolType());
        }
    }

    /** A member; its assignment is empty while a rebalance is under way and for what is no consumer. */
    public record Member(
            String memberId,
            @Nullable String instanceId,
            String clientId,
            String host,
            List<TopicPartition> assignment) {

        static Member of(DescribedMember member) {
            return new Member(
                    member.memberId(),
                    member.instanceId(),
                    member.clientId(),
                    member.clientHost(),
                    ConsumerAssignment.partitions(member.assignment()).orElse(List.of()));
        }
    }

    /**
     * How far the group is in one partition.
     *
     * @param endOffset where consumers can read to, null where another node leads the partition
     * @param lag how many offsets lie before that, null where it is not known
     * @param memberId who has the partition, null where nobody has
     */
    public record Offset(
            String topic,
            int partition,
            long committedOffset,
            @Nullable Long endOffset,
            @Nullable Long lag,
            String metadata,
            @Nullable String memberId) {}

    /** Something that happened to a group. */
    public record Event(String at, String what) {

        /** As its coordinator noted it. */
        public static Event of(GroupTimeline.Entry entry) {
            return new Event(entry.at().toString(), entry.what());
        }
    }

    /**
     * A group as its coordinator describes it.
     *
     * @param ends where consumers can read to in each partition, as far as it is known here
     */
    public static GroupJson of(
            String group,
            int coordinator,
            Described described,
            FetchedOffsets fetched,
            Function<TopicPartition, Optional<Long>> ends) {
        List<Member> members = described.members().stream().map(Member::of).toList();
        Map<TopicPartition, String> owners = new HashMap<>();
        members.forEach(member -> member.assignment().forEach(tp -> owners.put(tp, member.memberId())));
        List<Offset> offsets = fetched.offsets().entrySet().stream()
                .sorted(Map.Entry.comparingByKey(
                        Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition)))
                .map(entry -> offset(
                        entry.getKey(),
                        entry.getValue(),
                        ends.apply(entry.getKey()).orElse(null),
                        owners.get(entry.getKey())))
                .toList();
        return new GroupJson(
                group,
                described.state().label(),
                described.generation(),
                described.protocolType(),
                described.protocol(),
                coordinator,
                members,
                offsets);
    }

    private static Offset offset(
            TopicPartition tp, CommittedOffset committed, @Nullable Long end, @Nullable String owner) {
        Long lag = end == null ? null : Math.max(0, end - committed.offset());
        return new Offset(tp.topic(), tp.partition(), committed.offset(), end, lag, committed.metadata(), owner);
    }
}
