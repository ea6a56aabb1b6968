package dev.troupe.protocol.broker;

import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;

/**
 * A replica that the addressee shall not have any more.
 *
 * @param partition which
 * @param topicId of which incarnation of the topic: a newer topic of that name is left alone
 * @param delete whether its files go too
 */
public record StopReplica(TopicPartition partition, TopicId topicId, boolean delete) {}
