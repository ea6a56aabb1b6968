package dev.troupe.cluster.groups;

import dev.troupe.protocol.TopicPartition;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which partitions are meant; neither topics nor partitions stand for all that the group has committed.
 *
 * @param topics all partitions of these
 * @param partitions and these
 */
public record ResetScope(Set<String> topics, Set<TopicPartition> partitions) {
    public ResetScope {
        topics = Set.copyOf(topics);
        partitions = Set.copyOf(partitions);
    }

    /** Whether all that is committed is meant. */
    public boolean isEverything() {
        return topics.isEmpty() && partitions.isEmpty();
    }

    /**
     * Reads it.
     *
     * @param words each a topic, or a topic with partitions: {@code orders:0,2}
     * @throws ResetRefused where a partition is no number
     */
    public static ResetScope parse(List<String> words) {
        Set<String> topics = new HashSet<>();
        Set<TopicPartition> partitions = new HashSet<>();
        for (String word : words) {
            int colon = word.indexOf(':');
            if (colon < 0) {
                topics.add(word);
            } else {
                for (String number : word.substring(colon + 1).split(",", -1)) {
                    partitions.add(new TopicPartition(word.substring(0, colon), partition(word, number)));
                }
            }
        }
        return new ResetScope(topics, partitions);
    }

    private static int partition(String word, String number) {
        try {
            return Integer.parseUnsignedInt(number);
        } catch (NumberFormatException wrong) {
            throw new ResetRefused("invalid topic '" + word + "': it must be like orders or orders:0,2");
        }
    }
}
