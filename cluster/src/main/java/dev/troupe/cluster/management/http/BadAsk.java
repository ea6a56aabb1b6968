package dev.troupe.cluster.management.http;

/** A request that cannot be answered for what the client has written in it: status 400, with what to do about it. */
public final class BadAsk extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String hint;

    public BadAsk(String message, String hint) {
        super(message, null, false, false);
        this.hint = hint;
    }

    /** What to do about it. */
    public String hint() {
        return hint;
    }
}
