package dev.troupe.persistence.offsets;

import dev.troupe.protocol.ErrorCode;

/** An append to {@code __consumer_offsets} did not succeed, or nobody knows whether it did. */
public final class OffsetsWriteException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ErrorCode error;

    public OffsetsWriteException(ErrorCode error, String message) {
        super(message, null, false, false);
        this.error = error;
    }

    /** What the log answered. */
    public ErrorCode error() {
        return error;
    }
}
