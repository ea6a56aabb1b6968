package dev.troupe.actors.consumer;

import dev.troupe.protocol.ErrorCode;
import java.util.List;

/** What a poll brings. */
public sealed interface PollResult {

    /** Records, in order within each partition; none where there were none in time. */
    record Polled(List<ConsumedRecord> records) implements PollResult {
        public Polled {
            records = List.copyOf(records);
        }
    }

    /** The consumer cannot go on without its application doing something about it. */
    record PollFailed(ErrorCode error, String message) implements PollResult {}
}
