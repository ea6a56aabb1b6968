package dev.troupe.cluster.kafka.admin;

import dev.troupe.cluster.groups.Position;
import dev.troupe.cluster.groups.ResetPlan;
import dev.troupe.cluster.groups.ResetPlanner;
import dev.troupe.cluster.groups.ResetRefused;
import dev.troupe.cluster.groups.ResetScope;
import dev.troupe.cluster.groups.ResetStrategy;
import dev.troupe.protocol.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;

/** Consumer groups, asked for and changed from outside; waits for each answer. */
public final class GroupAdmin implements AutoCloseable {
    private final Admin admin;
    private final Answers answers;

    private GroupAdmin(Admin admin, Answers answers) {
        this.admin = admin;
        this.answers = answers;
    }

    /**
     * Prepares to ask a cluster; connects with the first question.
     *
     * @param bootstrap where Kafka clients connect, as host:port
     * @param patience how long an answer may take
     */
    public static GroupAdmin connect(String bootstrap, Duration patience) {
        return new GroupAdmin(AdminConnection.open(bootstrap, patience), new Answers(bootstrap));
    }

    /** All groups of the cluster, by name. */
    public List<ListedGroup> list() {
        return answers.get("listing groups", admin.listGroups().all()).stream()
                .map(group -> new ListedGroup(
                        group.groupId(),
                        group.groupState().map(GroupState::toString).orElse("Unknown"),
                        group.protocol()))
                .sorted(Comparator.comparing(ListedGroup::group))
                .toList();
    }

    /** A group with its members and how far it is in each partition. */
    public DescribedGroup describe(String group) {
        Description found = state(group);
        Map<TopicPartition, Long> committed = committed(group);
        Set<TopicPartition> partitions = new HashSet<>(committed.keySet());
        found.members().forEach(member -> partitions.addAll(member.assignment()));
        Map<TopicPartition, Long> ends = offsets(partitions, OffsetSpec.latest());
        List<DescribedGroup.Row> rows = partitions.stream()
                .sorted(Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition))
                .map(tp -> DescribedGroup.Row.of(tp, committed.get(tp), ends.get(tp), found.ownerOf(tp)))
                .toList();
        return new DescribedGroup(group, found.state(), found.assignor(), found.coordinator(), found.members(), rows);
    }

    private Description state(String group) {
        return Description.of(Objects.requireNonNull(answers.get(
                        "describing group '" + group + "'",
                        admin.describeConsumerGroups(List.of(group)).all())
                .get(group)));
    }

    private Map<TopicPartition, Long> committed(String group) {
        Map<org.apache.kafka.common.TopicPartition, OffsetAndMetadata> found = answers.get(
                "reading the offsets of group '" + group + "'",
                admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        Map<TopicPartition, Long> committed = new HashMap<>();
        found.forEach((tp, offset) ->
                Optional.ofNullable(offset).ifPresent(known -> committed.put(ours(tp), known.offset())));
        return committed;
    }

    private Map<TopicPartition, Long> offsets(Set<TopicPartition> partitions, OffsetSpec spec) {
        return answers
                .get(
                        "reading where partitions end",
                        admin.listOffsets(partitions.stream().collect(Collectors.toMap(GroupAdmin::kafkas, tp -> spec)))
                                .all())
                .entrySet()
                .stream()
                .collect(Collectors.toMap(
                        entry -> ours(entry.getKey()), entry -> entry.getValue().offset()));
    }

    /** Plans to move offsets; changes nothing. */
    public ResetPlan plan(String group, ResetStrategy strategy, ResetScope scope, Instant now) {
        Map<TopicPartition, Long> committed = committed(group);
        Set<TopicPartition> meant = meant(group, scope, committed.keySet());
        Map<TopicPartition, Long> starts = offsets(meant, OffsetSpec.earliest());
        Map<TopicPartition, Long> ends = offsets(meant, OffsetSpec.latest());
        Map<TopicPartition, Long> timed = strategy.time(now)
                .map(time -> offsets(meant, OffsetSpec.forTimestamp(time.toEpochMilli())))
                .orElse(Map.of());
        List<Position> positions = new ArrayList<>();
        for (TopicPartition tp : meant) {
            long start = starts.getOrDefault(tp, 0L);
            Long atTime = timed.get(tp);
            positions.add(new Position(
                    tp,
                    committed.get(tp),
                    start,
                    ends.getOrDefault(tp, start),
                    atTime == null || atTime < 0 ? null : atTime));
        }
        return ResetPlanner.plan(group, strategy, positions);
    }

    private Set<TopicPartition> meant(String group, ResetScope scope, Set<TopicPartition> committed) {
        if (scope.isEverything()) {
            if (committed.isEmpty()) {
                throw new ResetRefused(
                        "group '" + group + "' has committed nothing; name the topics that it shall read");
            }
            return committed;
        }
        Set<TopicPartition> meant = new HashSet<>(scope.partitions());
        Set<String> names =
                scope.partitions().stream().map(TopicPartition::topic).collect(Collectors.toSet());
        names.addAll(scope.topics());
        Map<String, Integer> counts = partitionCounts(names);
        scope.topics().forEach(topic -> {
            for (int partition = 0; partition < counts.getOrDefault(topic, 0); partition++) {
                meant.add(new TopicPartition(topic, partition));
            }
        });
        meant.stream()
                .filter(tp -> tp.partition() >= counts.getOrDefault(tp.topic(), 0))
                .findFirst()
                .ifPresent(tp -> {
                    throw new ResetRefused("there is no partition " + tp);
                });
        return meant;
    }

    private Map<String, Integer> partitionCounts(Set<String> topics) {
        return answers
                .get(
                        "looking for topics " + String.join(", ", topics),
                        admin.describeTopics(topics).allTopicNames())
                .values()
                .stream()
                .collect(Collectors.toMap(
                        topic -> topic.name(), topic -> topic.partitions().size()));
    }

    /**
     * Does what a plan says.
     *
     * @throws ResetRefused if the group is active, or is not where the plan saw it
     */
    public void apply(ResetPlan plan) {
        refuseActive(plan.group());
        plan.movedSince(committed(plan.group())).ifPresent(reason -> {
            throw new ResetRefused(reason);
        });
        answers.get(
                "moving the offsets of group '" + plan.group() + "'",
                admin.alterConsumerGroupOffsets(
                                plan.group(),
                                plan.targets().entrySet().stream()
                                        .collect(Collectors.toMap(
                                                entry -> kafkas(entry.getKey()),
                                                entry -> new OffsetAndMetadata(entry.getValue()))))
                        .all());
    }

    /** A group with members would go on committing what it has read. */
    private void refuseActive(String group) {
        int members = list().stream().anyMatch(listed -> listed.group().equals(group))
                ? state(group).members().size()
                : 0;
        if (members > 0) {
            throw new ResetRefused(
                    "group '" + group + "' is active with " + members + " members; stop them and plan again");
        }
    }

    /** Deletes a group, which must have no members. */
    public void delete(String group) {
        answers.get(
                "deleting group '" + group + "'",
                admin.deleteConsumerGroups(List.of(group)).all());
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }

    private static TopicPartition ours(org.apache.kafka.common.TopicPartition tp) {
        return new TopicPartition(tp.topic(), tp.partition());
    }

    private static org.apache.kafka.common.TopicPartition kafkas(TopicPartition tp) {
        return new org.apache.kafka.common.TopicPartition(tp.topic(), tp.partition());
    }
}
