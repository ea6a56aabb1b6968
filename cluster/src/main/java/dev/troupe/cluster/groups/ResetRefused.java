package dev.troupe.cluster.groups;

/** Offsets cannot be moved like that: the message says why and what to do, for whoever asked. */
public final class ResetRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a reason. */
    public ResetRefused(String message) {
        super(message, null, false, false);
    }
}
