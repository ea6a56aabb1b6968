/** Handlers of Kafka's requests against real partitions. */
@NullMarked
package dev.troupe.cluster.kafka.handlers;

import org.jspecify.annotations.NullMarked;
