package dev.troupe.actors.controller;

/** Ends a controller that has met a higher epoch (C3): it recovers, and is elected anew or finds that another one is. */
final class Resigned extends RuntimeException {
    private static final long serialVersionUID = 1;

    Resigned(int own, int met) {
        super("controller epoch " + own + " resigns: a broker has met epoch " + met, null, false, false);
    }
}
