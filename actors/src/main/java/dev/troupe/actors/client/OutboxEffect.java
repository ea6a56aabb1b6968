package dev.troupe.actors.client;

import dev.troupe.protocol.ErrorCode;
import java.util.List;

/** What a producer has to do for an outbox. */
sealed interface OutboxEffect {

    /** Send these records as one batch. */
    record Send(long producerId, int sequence, List<Long> tickets) implements OutboxEffect {}

    /** Find a producer id: any, or one that this outbox has not used. */
    record Identify(boolean fresh) implements OutboxEffect {}

    /** A record is written. */
    record Delivered(long ticket, long offset) implements OutboxEffect {}

    /** A record is given up. */
    record GivenUp(long ticket, ErrorCode error, String message) implements OutboxEffect {}
}
