package dev.troupe.actors.controller;

import java.util.List;

/**
 * A decision.
 *
 * @param events to append, all or none
 * @param refused steps that a state machine refused, in words; each points to a bug and is logged
 * @param reply what to answer once the events are appended
 * @param <R> the answer's type
 */
record Outcome<R>(List<ControllerEvent> events, List<String> refused, R reply) {
    Outcome {
        events = List.copyOf(events);
        refused = List.copyOf(refused);
    }

    /** A decision to change nothing. */
    static <R> Outcome<R> unchanged(R reply) {
        return new Outcome<>(List.of(), List.of(), reply);
    }
}
