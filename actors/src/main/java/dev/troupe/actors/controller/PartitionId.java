package dev.troupe.actors.controller;

import dev.troupe.protocol.TopicId;

/**
 * One partition of one incarnation of a topic.
 *
 * @param topic the topic's id
 * @param partition its number
 */
record PartitionId(TopicId topic, int partition) {}
