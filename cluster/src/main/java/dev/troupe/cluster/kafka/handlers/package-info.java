/** One handler a file for each request of Kafka's protocol. */
@NullMarked
package dev.troupe.cluster.kafka.handlers;

import org.jspecify.annotations.NullMarked;
