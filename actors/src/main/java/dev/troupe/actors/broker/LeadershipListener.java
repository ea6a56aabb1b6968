package dev.troupe.actors.broker;

import dev.troupe.protocol.TopicPartition;

/** Hears, on the broker's thread, when this node's replica of an internal topic begins and ceases to lead. Must not block. */
public interface LeadershipListener {

    /** The replica leads now, and its log can be read and written. */
    void elected(TopicPartition partition, int leaderEpoch);

    /** It does not lead any more. */
    void resigned(TopicPartition partition, int leaderEpoch);
}
