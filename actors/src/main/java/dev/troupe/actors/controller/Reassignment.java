package dev.troupe.actors.controller;

import java.util.List;

/**
 * What of a partition's assignment is on its way (C13, KIP-455).
 *
 * @param adding assigned replicas that must get in sync before it ends
 * @param removing assigned replicas that it drops when it ends
 */
record Reassignment(List<Integer> adding, List<Integer> removing) {
    static final Reassignment NONE = new Reassignment(List.of(), List.of());

    Reassignment {
        adding = List.copyOf(adding);
        removing = List.copyOf(removing);
    }

    boolean underWay() {
        return !adding.isEmpty() || !removing.isEmpty();
    }
}
