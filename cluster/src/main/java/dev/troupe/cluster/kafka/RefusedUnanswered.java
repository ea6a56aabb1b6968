package dev.troupe.cluster.kafka;

/**
 * Fails the stage of a request that gets no answer, a produce with acks=0, which was refused: an error of the client's, told by
 * closing its connection so that it asks for metadata anew. It carries no stack trace.
 */
public final class RefusedUnanswered extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RefusedUnanswered(String message) {
        super(message, null, false, false);
    }
}
