package dev.troupe.actors.consumer;

import dev.troupe.protocol.TopicPartition;
import java.util.List;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * Who leads what, as far as a consumer has asked. Immutable.
 *
 * @param leaders broker ids by topic and partition, -1 where nobody leads
 */
record Metadata(PMap<String, List<Integer>> leaders) {
    static final int NOBODY = -1;
    static final Metadata EMPTY = new Metadata(HashTreePMap.empty());

    Metadata with(String topic, List<Integer> ofPartitions) {
        return new Metadata(leaders.plus(topic, List.copyOf(ofPartitions)));
    }

    /** What was known of a topic was wrong. */
    Metadata without(String topic) {
        return new Metadata(leaders.minus(topic));
    }

    /** Who leads a partition, or {@link #NOBODY}. */
    int leaderOf(TopicPartition partition) {
        List<Integer> known = leaders.get(partition.topic());
        return known == null || partition.partition() >= known.size() ? NOBODY : known.get(partition.partition());
    }
}
