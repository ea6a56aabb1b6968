package dev.troupe.actors.consumer.assignor;

import dev.troupe.protocol.TopicPartition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Balanced first, sticky second. Members keep what they had; what nobody has goes to whom has least; then single partitions move
 * from members with more to members with at least two less, until there is no such pair. Each move makes it more even, so this
 * ends; where all subscribe to the same, nobody's number differs by more than one from another's.
 */
final class StickyAssignment {
    private final SortedSet<Subscriber> members;
    private final SortedMap<String, List<TopicPartition>> assignment;

    private StickyAssignment(SortedSet<Subscriber> members) {
        this.members = members;
        this.assignment = RangeAssignment.nothingFor(members);
    }

    static SortedMap<String, List<TopicPartition>> of(
            SortedMap<String, Integer> topics, SortedSet<Subscriber> members) {
        StickyAssignment result = new StickyAssignment(members);
        List<TopicPartition> partitions = partitions(topics);
        Map<TopicPartition, Subscriber> owners = owners(members);
        List<TopicPartition> free = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            Subscriber owner = owners.get(partition);
            if (owner == null) {
                free.add(partition);
            } else {
                result.of(owner).add(partition);
            }
        }
        // Those that few can have come first: the others fill up around them.
        free.sort(Comparator.comparingLong(result::eligible));
        free.forEach(result::give);
        result.balance();
        return result.assignment;
    }

    /** All partitions, topic by topic. */
    static List<TopicPartition> partitions(SortedMap<String, Integer> topics) {
        List<TopicPartition> all = new ArrayList<>();
        topics.forEach((topic, count) -> {
            for (int i = 0; i < count; i++) {
                all.add(new TopicPartition(topic, i));
            }
        });
        return all;
    }

    /** Who had it last; nobody where two say so of one generation, as then neither can be believed. */
    static Map<TopicPartition, Subscriber> owners(SortedSet<Subscriber> members) {
        Map<TopicPartition, Subscriber> owners = new HashMap<>();
        Map<TopicPartition, Integer> contested = new HashMap<>();
        for (Subscriber member : members) {
            for (TopicPartition partition : member.owned()) {
                Subscriber other = owners.get(partition);
                if (!member.topics().contains(partition.topic())) {
                    continue;
                }
                if (other == null || other.generation() < member.generation()) {
                    owners.put(partition, member);
                } else if (other.generation() == member.generation()) {
                    contested.put(partition, member.generation());
                }
            }
        }
        owners.entrySet()
                .removeIf(owned -> contested.getOrDefault(owned.getKey(), Integer.MIN_VALUE)
                        == owned.getValue().generation());
        return owners;
    }

    private List<TopicPartition> of(Subscriber member) {
        return assignment.getOrDefault(member.memberId(), List.of());
    }

    private long eligible(TopicPartition partition) {
        return members.stream()
                .filter(member -> member.topics().contains(partition.topic()))
                .count();
    }

    /** Whoever subscribes to it and has least, the first in order where several do. */
    private Optional<Subscriber> poorest(TopicPartition partition) {
        return members.stream()
                .filter(member -> member.topics().contains(partition.topic()))
                .min(Comparator.comparingInt(member -> of(member).size()));
    }

    private void give(TopicPartition partition) {
        poorest(partition).ifPresent(member -> of(member).add(partition));
    }

    /** One at a time, from whoever has most: who gave too much away would have to get other partitions back. */
    private void balance() {
        Comparator<Subscriber> richestFirst =
                Comparator.<Subscriber>comparingInt(member -> of(member).size()).reversed();
        while (members.stream().sorted(richestFirst).anyMatch(this::shed)) {
            // The next richest may be another.
        }
    }

    /** Gives one partition away where that makes it more even; the last one, as that was there for the shortest time. */
    private boolean shed(Subscriber rich) {
        List<TopicPartition> own = of(rich);
        for (int i = own.size() - 1; i >= 0; i--) {
            TopicPartition partition = own.get(i);
            Optional<Subscriber> poor =
                    poorest(partition).filter(other -> of(other).size() + 1 < own.size());
            if (poor.isPresent()) {
                own.remove(i);
                of(poor.get()).add(partition);
                return true;
            }
        }
        return false;
    }
}
