package dev.troupe.actors.controller;

import dev.troupe.protocol.ErrorCode;

/** Why something asked for is not done: ends the check of one item of a request, never leaves the decider. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    private final ErrorCode error;
    private final String text;

    Refusal(ErrorCode error, String text) {
        super(text, null, false, false);
        this.error = error;
        this.text = text;
    }

    ErrorCode error() {
        return error;
    }

    /** For the client to read. */
    String text() {
        return text;
    }
}
