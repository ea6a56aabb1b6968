package dev.troupe.actors.consumer.assignor;

import dev.troupe.protocol.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/** Deals all partitions in turn; who does not subscribe to a topic is passed over. */
final class RoundRobinAssignment {
    private RoundRobinAssignment() {}

    static SortedMap<String, List<TopicPartition>> of(
            SortedMap<String, Integer> topics, SortedSet<Subscriber> members) {
        SortedMap<String, List<TopicPartition>> assignment = RangeAssignment.nothingFor(members);
        List<Subscriber> circle = List.copyOf(members);
        int turn = 0;
        for (TopicPartition partition : StickyAssignment.partitions(topics)) {
            if (circle.stream().noneMatch(member -> member.topics().contains(partition.topic()))) {
                continue;
            }
            while (!circle.get(turn % circle.size()).topics().contains(partition.topic())) {
                turn++;
            }
            assignment
                    .computeIfAbsent(circle.get(turn++ % circle.size()).memberId(), _ -> new ArrayList<>())
                    .add(partition);
        }
        return assignment;
    }
}
