package dev.troupe.actors.client;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;

/** What became of a record. */
public sealed interface SendResult {

    /** All in-sync replicas have it. */
    record Sent(TopicPartition partition, long offset) implements SendResult {}

    /** It was given up; after {@link ErrorCode#REQUEST_TIMED_OUT} it may be there nevertheless. */
    record NotSent(ErrorCode error, String message) implements SendResult {}
}
