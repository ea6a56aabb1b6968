package dev.troupe.actors.consumer;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.util.Map;

/** What became of a commit. */
public sealed interface CommitResult {

    /** All in-sync replicas of the group's partition have it. */
    record Committed(Map<TopicPartition, Long> offsets) implements CommitResult {}

    /** It was not done, or after {@link ErrorCode#REQUEST_TIMED_OUT} perhaps. */
    record NotCommitted(ErrorCode error) implements CommitResult {}
}
