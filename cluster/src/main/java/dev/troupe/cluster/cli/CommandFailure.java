package dev.troupe.cluster.cli;

/** A command could not do what it was told; the message says why and what to do. */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandFailure(String message) {
        super(message, null, false, false);
    }
}
