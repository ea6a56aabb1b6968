package dev.troupe.cluster.management.json;

import dev.troupe.actors.group.ConsumerAssignment;
import dev.troupe.actors.group.GroupReply.Described;
import dev.troupe.actors.group.GroupReply.DescribedMember;
import dev.troupe.actors.group.GroupReply.FetchedOffsets;
import dev.troupe.actors.group.GroupSummary;
import dev.troupe.actors.group.GroupTimeline;
import dev.troupe.cluster.management.json.BacklogJson.Told;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.TopicPartition;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    public record Row(String group, String state, String protocolType, int coordinator) {

        /** As its coordinator knows it. */
        public static Row of(GroupSummary group, int coordinator) {
            return new Row(group.groupId(), group.state().label(), group.protocolType(), coordinator);
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
                    member.clientHost().startsWith("/") ? member.clientHost().substring(1) : member.clientHost(),
                    ConsumerAssignment.partitions(member.assignment()).orElse(List.of()));
        }
    }

    /**
     * How far the group is in one partition.
     *
     * @param committedOffset null where nothing is committed
     * @param endOffset where consumers can read to, null where no node that knows answers
     * @param lag how many records wait, null where it is not known
     * @param lagMs how old the next record is, null where there is none or it is not known
     * @param memberId who has the partition, null where nobody has
     */
    public record Offset(
            String topic,
            int partition,
            @Nullable Long committedOffset,
            @Nullable Long endOffset,
            @Nullable Long lag,
            @Nullable Long lagMs,
            String metadata,
            @Nullable String memberId) {}

    /**
     * What happened to a group lately.
     *
     * @param events the oldest first
     */
    public record Timeline(String group, List<Event> events) {}

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
     * @param siblings all partitions of a topic, as far as it is known here
     * @param backlogs finds out what lies before the group in partitions, after the offset that is committed in each
     */
    public static GroupJson of(
            String group,
            int coordinator,
            Described described,
            FetchedOffsets fetched,
            Function<String, List<TopicPartition>> siblings,
            Function<Map<TopicPartition, Optional<CommittedOffset>>, Map<TopicPartition, Told>> backlogs) {
        List<Member> members = described.members().stream().map(Member::of).toList();
        Map<TopicPartition, String> owners = new HashMap<>();
        members.forEach(member -> member.assignment().forEach(tp -> owners.put(tp, member.memberId())));
        Set<TopicPartition> partitions = new HashSet<>(fetched.offsets().keySet());
        partitions.addAll(owners.keySet());
        Set.copyOf(partitions).forEach(tp -> partitions.addAll(siblings.apply(tp.topic())));
        Map<TopicPartition, Optional<CommittedOffset>> committed = partitions.stream()
                .collect(Collectors.toMap(
                        tp -> tp, tp -> Optional.ofNullable(fetched.offsets().get(tp))));
        Map<TopicPartition, Told> told = backlogs.apply(committed);
        List<Offset> offsets = partitions.stream()
                .sorted(Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition))
                .map(tp -> offset(tp, fetched.offsets().get(tp), told.get(tp), owners.get(tp)))
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
            TopicPartition tp, @Nullable CommittedOffset committed, @Nullable Told backlog, @Nullable String owner) {
        return new Offset(
                tp.topic(),
                tp.partition(),
                committed == null ? null : committed.offset(),
                backlog == null ? null : backlog.endOffset(),
                backlog == null ? null : backlog.lag(),
                backlog == null ? null : backlog.lagMs(),
                committed == null ? "" : committed.metadata(),
                owner);
    }
}
