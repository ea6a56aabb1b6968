package dev.troupe.actors.controller;

import java.util.ArrayList;
import java.util.List;

/**
 * One decision being drawn up: the events so far and the state that they lead to, so that each step is checked against what
 * the steps before it have changed. It is used within one call of a decider and then turned into an {@link Outcome}.
 */
final class Draft {
    private final List<ControllerEvent> events = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private final long nowMs;
    private ControllerState state;

    Draft(ControllerState state, long nowMs) {
        this.state = state;
        this.nowMs = nowMs;
    }

    /** The state with all events so far. */
    ControllerState state() {
        return state;
    }

    /** When the decision is made. */
    long nowMs() {
        return nowMs;
    }

    /** Adds an event. */
    void add(ControllerEvent event) {
        events.add(event);
        state = ControllerEvolution.evolve(state, event);
    }

    /** Notes a step that is not legal and was not taken (P1, R1). */
    void refuse(String step) {
        refused.add(step);
    }

    /** The decision with its answer. */
    <R> Outcome<R> outcome(R reply) {
        return new Outcome<>(events, refused, reply);
    }
}
