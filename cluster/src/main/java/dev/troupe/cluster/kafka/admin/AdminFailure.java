package dev.troupe.cluster.kafka.admin;

/** The cluster did not do what it was asked; the message says why and what to do. */
public final class AdminFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AdminFailure(String message) {
        super(message, null, false, false);
    }
}
