package dev.troupe.actors.client;

import dev.troupe.protocol.ErrorCode;

/** What fails a future or a stream of {@link Troupe}: a broker refused, and asking again would not help. */
public final class TroupeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode error;

    /** A refusal. */
    public TroupeException(ErrorCode error, String message) {
        super(error + ": " + message);
        this.error = error;
    }

    /** Why. */
    public ErrorCode error() {
        return error;
    }
}
