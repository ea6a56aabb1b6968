/**
 * The Kafka listener: from a socket's bytes to a handler and back. Start with {@link dev.troupe.cluster.kafka.KafkaListener};
 * {@link dev.troupe.cluster.kafka.Connection} shows the way of a request, {@link dev.troupe.cluster.kafka.ApiHandler} what serves
 * it. Only here and in {@code handlers} does this module know Kafka's internal classes.
 */
@NullMarked
package dev.troupe.cluster.kafka;

import org.jspecify.annotations.NullMarked;
