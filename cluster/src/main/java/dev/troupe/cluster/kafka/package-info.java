/** The Kafka listener. Start with ApiHandler. */
@NullMarked
package dev.troupe.cluster.kafka;

import org.jspecify.annotations.NullMarked;
