package dev.troupe.protocol.record;

/** Bytes that are no records: something a client sent, so it carries no stack trace. */
public final class BadRecords extends Exception {
    private static final long serialVersionUID = 1L;

    BadRecords(String message) {
        super(message, null, false, false);
    }
}
