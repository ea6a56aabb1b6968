package dev.troupe.actors.consumer.assignor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.TopicPartition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The assignments that the documentation of Kafka's assignors shows, and what holds for all of them. */
class AssignorTest {
    private static final Map<String, Integer> TWO_OF_THREE = Map.of("t0", 3, "t1", 3);
    private static final Map<String, Integer> ONE_TWO_THREE = Map.of("t0", 1, "t1", 2, "t2", 3);

    @Test
    void rangeGivesPartitionsOfOneNumberToOneMember() {
        assertThat(assign(Assignor.RANGE, TWO_OF_THREE, member("C0", "t0", "t1"), member("C1", "t0", "t1")))
                .containsExactly(entry("C0", "t0-0", "t0-1", "t1-0", "t1-1"), entry("C1", "t0-2", "t1-2"));
    }

    @Test
    void roundRobinDealsThePartitionsOfAllTopics() {
        assertThat(assign(Assignor.ROUND_ROBIN, TWO_OF_THREE, member("C0", "t0", "t1"), member("C1", "t0", "t1")))
                .containsExactly(entry("C0", "t0-0", "t0-2", "t1-1"), entry("C1", "t0-1", "t1-0", "t1-2"));
    }

    @Test
    void roundRobinPassesOverWhoDoesNotSubscribe() {
        assertThat(assign(
                        Assignor.ROUND_ROBIN,
                        ONE_TWO_THREE,
                        member("C0", "t0"),
                        member("C1", "t0", "t1"),
                        member("C2", "t0", "t1", "t2")))
                .containsExactly(entry("C0", "t0-0"), entry("C1", "t1-0"), entry("C2", "t1-1", "t2-0", "t2-1", "t2-2"));
    }

    @Test
    void stickyBalancesAtFirstAndKeepsEverythingWhenAMemberLeaves() {
        Map<String, Integer> counts = Map.of("t0", 2, "t1", 2, "t2", 2, "t3", 2);
        String[] all = {"t0", "t1", "t2", "t3"};

        Map<String, List<String>> first =
                assign(Assignor.STICKY, counts, member("C0", all), member("C1", all), member("C2", all));
        Map<String, List<String>> second =
                assign(Assignor.STICKY, counts, again(first, "C0", all), again(first, "C2", all));

        assertThat(first)
                .containsExactly(
                        entry("C0", "t0-0", "t1-1", "t3-0"),
                        entry("C1", "t0-1", "t2-0", "t3-1"),
                        entry("C2", "t1-0", "t2-1"));
        assertThat(second)
                .containsExactly(
                        entry("C0", "t0-0", "t1-1", "t3-0", "t2-0"), entry("C2", "t1-0", "t2-1", "t0-1", "t3-1"));
    }

    @Test
    void stickyBalancesAmongMembersOfDifferentTopics() {
        Map<String, List<String>> first = assign(
                Assignor.STICKY,
                ONE_TWO_THREE,
                member("C0", "t0"),
                member("C1", "t0", "t1"),
                member("C2", "t0", "t1", "t2"));
        Map<String, List<String>> second = assign(
                Assignor.STICKY, ONE_TWO_THREE, again(first, "C1", "t0", "t1"), again(first, "C2", "t0", "t1", "t2"));

        assertThat(first)
                .containsExactly(entry("C0", "t0-0"), entry("C1", "t1-0", "t1-1"), entry("C2", "t2-0", "t2-1", "t2-2"));
        assertThat(second).containsExactly(entry("C1", "t1-0", "t1-1", "t0-0"), entry("C2", "t2-0", "t2-1", "t2-2"));
    }

    @Test
    void cooperativeStickyGivesANewMemberNothingThatAnotherStillHas() {
        Map<String, Integer> counts = Map.of("t0", 4);
        Map<String, List<String>> alone = assign(Assignor.COOPERATIVE_STICKY, counts, member("C0", "t0"));

        Map<String, List<String>> joining =
                assign(Assignor.COOPERATIVE_STICKY, counts, again(alone, "C0", "t0"), member("C1", "t0"));
        Map<String, List<String>> released =
                assign(Assignor.COOPERATIVE_STICKY, counts, again(joining, "C0", "t0"), again(joining, "C1", "t0"));

        assertThat(joining).containsExactly(entry("C0", "t0-0", "t0-1"), entry("C1"));
        assertThat(released).containsExactly(entry("C0", "t0-0", "t0-1"), entry("C1", "t0-2", "t0-3"));
    }

    @Test
    void stickyBelievesTheNewerOfTwoWhoClaimTheSame() {
        Subscriber stale = new Subscriber("C0", null, Set.of("t0"), Set.of(new TopicPartition("t0", 0)), 3);
        Subscriber owner = new Subscriber("C1", null, Set.of("t0"), Set.of(new TopicPartition("t0", 0)), 4);

        assertThat(assign(Assignor.STICKY, Map.of("t0", 1), stale, owner))
                .containsExactly(entry("C0"), entry("C1", "t0-0"));
    }

    @Test
    void staticMembersAreOrderedByInstanceSoThatANewMemberIdChangesNothing() {
        Subscriber first = new Subscriber("z", "instance-1", Set.of("t0"), Set.of(), -1);
        Subscriber second = new Subscriber("a", "instance-2", Set.of("t0"), Set.of(), -1);

        assertThat(assign(Assignor.RANGE, Map.of("t0", 2), first, second))
                .containsEntry("z", List.of("t0-0"))
                .containsEntry("a", List.of("t0-1"));
    }

    @ParameterizedTest
    @EnumSource(Assignor.class)
    void eachPartitionGoesToOneSubscriberExactly(Assignor assignor) {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Map<String, Integer> counts = randomCounts(random);
            List<Subscriber> members = randomMembers(random, counts);

            Map<String, List<String>> assignment = assign(assignor, counts, members.toArray(Subscriber[]::new));

            List<String> all =
                    assignment.values().stream().flatMap(List::stream).toList();
            Set<String> subscribed =
                    members.stream().flatMap(member -> member.topics().stream()).collect(Collectors.toSet());
            assertThat(all).as("seed %d", seed).doesNotHaveDuplicates();
            assertThat(all)
                    .as("seed %d", seed)
                    .hasSize(counts.entrySet().stream()
                            .filter(each -> subscribed.contains(each.getKey()))
                            .mapToInt(Map.Entry::getValue)
                            .sum());
            for (Subscriber member : members) {
                assertThat(assignment.get(member.memberId()))
                        .as("seed %d", seed)
                        .allMatch(
                                partition -> member.topics().contains(partition.split("-")[0]));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void stickyMovesNoMoreThanBalanceNeedsWhereAllWantTheSame(long seed) {
        Random random = new Random(seed);
        Map<String, Integer> counts = Map.of("t0", 1 + random.nextInt(30), "t1", 1 + random.nextInt(30));
        int before = 2 + random.nextInt(6);
        Map<String, List<String>> first = assign(Assignor.STICKY, counts, members(before, Map.of()));
        int after = 1 + random.nextInt(8);

        Map<String, List<String>> second = assign(Assignor.STICKY, counts, members(after, first));

        int total = counts.values().stream().mapToInt(Integer::intValue).sum();
        int largest = (total + after - 1) / after;
        second.forEach((member, partitions) -> {
            assertThat(partitions.size()).isBetween(total / after, largest);
            List<String> had = first.getOrDefault(member, List.of());
            long kept = partitions.stream().filter(had::contains).count();
            assertThat(kept).as("kept by %s", member).isGreaterThanOrEqualTo(Math.min(had.size(), total / after));
        });
    }

    private static Subscriber[] members(int count, Map<String, List<String>> owned) {
        List<Subscriber> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            members.add(again(owned, "C" + i, "t0", "t1"));
        }
        return members.toArray(Subscriber[]::new);
    }

    private static Map<String, Integer> randomCounts(Random random) {
        Map<String, Integer> counts = new HashMap<>();
        for (int topic = 0; topic <= random.nextInt(4); topic++) {
            counts.put("t" + topic, 1 + random.nextInt(6));
        }
        return counts;
    }

    private static List<Subscriber> randomMembers(Random random, Map<String, Integer> counts) {
        List<Subscriber> members = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(5); i++) {
            Set<String> topics = new HashSet<>(counts.keySet());
            topics.removeIf(_ -> random.nextInt(3) == 0);
            members.add(new Subscriber("C" + i, null, topics, Set.of(), -1));
        }
        return members;
    }

    private static Subscriber member(String id, String... topics) {
        return new Subscriber(id, null, Set.of(topics), Set.of(), -1);
    }

    private static Subscriber again(Map<String, List<String>> assignment, String id, String... topics) {
        Collection<String> owned = assignment.getOrDefault(id, List.of());
        return new Subscriber(
                id,
                null,
                Set.of(topics),
                owned.stream().map(AssignorTest::partition).collect(Collectors.toSet()),
                1);
    }

    private static TopicPartition partition(String text) {
        String[] parts = text.split("-");
        return new TopicPartition(parts[0], Integer.parseInt(parts[1]));
    }

    private static Map<String, List<String>> assign(
            Assignor assignor, Map<String, Integer> counts, Subscriber... members) {
        SortedMap<String, List<TopicPartition>> assignment = assignor.assign(counts, Arrays.asList(members));
        Map<String, List<String>> text = new TreeMap<>();
        assignment.forEach((member, partitions) -> text.put(
                member, partitions.stream().map(TopicPartition::toString).toList()));
        return text;
    }

    private static Map.Entry<String, List<String>> entry(String member, String... partitions) {
        return Map.entry(member, List.of(partitions));
    }
}
