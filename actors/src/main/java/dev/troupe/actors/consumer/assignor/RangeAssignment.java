package dev.troupe.actors.consumer.assignor;

import dev.troupe.protocol.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Topic by topic: the members in order get neighbouring partitions, the first of them one more where it does not divide. */
final class RangeAssignment {
    private RangeAssignment() {}

    static SortedMap<String, List<TopicPartition>> of(
            SortedMap<String, Integer> topics, SortedSet<Subscriber> members) {
        SortedMap<String, List<TopicPartition>> assignment = nothingFor(members);
        topics.forEach((topic, count) -> {
            List<List<TopicPartition>> shares = members.stream()
                    .filter(member -> member.topics().contains(topic))
                    .map(member -> assignment.computeIfAbsent(member.memberId(), _ -> new ArrayList<>()))
                    .toList();
            int next = 0;
            for (int i = 0; i < shares.size(); i++) {
                int share = count / shares.size() + (i < count % shares.size() ? 1 : 0);
                for (int end = next + share; next < end; next++) {
                    shares.get(i).add(new TopicPartition(topic, next));
                }
            }
        });
        return assignment;
    }

    static SortedMap<String, List<TopicPartition>> nothingFor(SortedSet<Subscriber> members) {
        SortedMap<String, List<TopicPartition>> assignment = new TreeMap<>();
        members.forEach(member -> assignment.put(member.memberId(), new ArrayList<>()));
        return assignment;
    }
}
