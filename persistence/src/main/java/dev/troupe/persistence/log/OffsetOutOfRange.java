package dev.troupe.persistence.log;

/** An offset below the log start or above the log end: an answer to a client, so it carries no stack trace. */
public final class OffsetOutOfRange extends Exception {
    private static final long serialVersionUID = 1L;

    public OffsetOutOfRange(long offset, long logStartOffset, long logEndOffset) {
        super(
                "offset " + offset + " is outside the log, which holds " + logStartOffset + " to " + logEndOffset,
                null,
                false,
                false);
    }
}
