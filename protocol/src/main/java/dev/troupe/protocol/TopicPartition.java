package dev.troupe.protocol;

/**
 * One partition of a topic, by name.
 *
 * @param topic the topic's name
 * @param partition the partition's number, from 0
 */
public record TopicPartition(String topic, int partition) {

    /** The name of its folder in a data directory, as Kafka names it: {@code topic-partition}. */
    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
