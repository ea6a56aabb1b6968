package dev.troupe.cluster.config;

/** Why a node does not start, in one line that an operator can act on; carries no stack trace. */
public final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StartFailure(String message) {
        super(message, null, false, false);
    }
}
