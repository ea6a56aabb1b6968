/**
 * What is said: value types that every module shares. Start with {@link dev.troupe.protocol.TopicPartition} and
 * {@link dev.troupe.protocol.ErrorCode}; {@code metadata} holds the cluster as a broker sees it, {@code controller} what is
 * asked of the controller, {@code wire} and {@code record} the only places of this module that know Kafka's classes.
 */
@NullMarked
package dev.troupe.protocol;

import org.jspecify.annotations.NullMarked;
