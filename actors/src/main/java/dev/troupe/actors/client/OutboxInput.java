package dev.troupe.actors.client;

import dev.troupe.protocol.ErrorCode;

/** What happens to an outbox. */
sealed interface OutboxInput {

    /** One more record. */
    record Add(Parcel parcel) implements OutboxInput {}

    /** A producer id that nobody else has. */
    record Identified(long producerId) implements OutboxInput {}

    /** No producer id could be had. */
    record NotIdentified() implements OutboxInput {}

    /** The partition has a leader: what is due may be sent. */
    record Ready() implements OutboxInput {}

    /** The batch is in the log, now or since an earlier attempt. */
    record Written(long baseOffset) implements OutboxInput {}

    /** Nobody has answered, or with an error that passes. */
    record Failed() implements OutboxInput {}

    /** The leader will not have it. */
    record Refused(ErrorCode error, String message) implements OutboxInput {}

    /** There is no such topic any more. */
    record Abandoned(ErrorCode error, String message) implements OutboxInput {}
}
