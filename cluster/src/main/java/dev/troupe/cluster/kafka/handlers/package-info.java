/**
 * One handler a file for each request of Kafka's protocol, with its versions on top. They read the {@code MetadataCache} and the
 * views of hosted partitions, and ask the controller through {@link dev.troupe.cluster.kafka.handlers.ControllerClient}.
 */
@NullMarked
package dev.troupe.cluster.kafka.handlers;

import org.jspecify.annotations.NullMarked;
