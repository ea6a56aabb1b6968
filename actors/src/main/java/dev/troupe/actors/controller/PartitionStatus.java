package dev.troupe.actors.controller;

import java.util.Set;

/**
 * The life of a partition (P1), with the states each may come from.
 *
 * <pre>
 * NonExistent → New → Online ⇄ Offline → NonExistent
 *                 ↘___________↗
 * </pre>
 *
 * Online to Online is an election: another leader or another ISR.
 */
enum PartitionStatus {
    /** Not created, or deleted. */
    NON_EXISTENT,
    /** Has replicas but never had a leader. */
    NEW,
    /** Has a leader. */
    ONLINE,
    /** Had a leader and has none now, or was given none. */
    OFFLINE;

    /** The states from which this one may be entered. */
    Set<PartitionStatus> predecessors() {
        return switch (this) {
            case NON_EXISTENT -> Set.of(OFFLINE);
            case NEW -> Set.of(NON_EXISTENT);
            case ONLINE -> Set.of(NEW, ONLINE, OFFLINE);
            case OFFLINE -> Set.of(NEW, ONLINE);
        };
    }

    /** Whether the step is legal. */
    boolean mayBecome(PartitionStatus next) {
        return next.predecessors().contains(this);
    }
}
