package dev.troupe.actors.controller;

import java.util.Set;

/**
 * The life of one replica (R1), with the states each may come from.
 *
 * <pre>
 * NonExistent → New → Online ⇄ Offline → DeletionStarted → DeletionSuccessful → NonExistent
 *                 ↘____________↗    ↘↖          ↓
 *                                   DeletionIneligible
 * </pre>
 */
enum ReplicaStatus {
    /** Not assigned, or deleted. */
    NON_EXISTENT,
    /** Assigned, and its partition has no leader yet. */
    NEW,
    /** Its broker is live. */
    ONLINE,
    /** Its broker is not live, or was told to stop it. */
    OFFLINE,
    /** Its broker was told to remove the files. */
    DELETION_STARTED,
    /** Its broker has removed them. */
    DELETION_SUCCESSFUL,
    /** Its broker cannot remove them now: it is not live, or it failed. Tried again when the broker is back. */
    DELETION_INELIGIBLE;

    /** The states from which this one may be entered. */
    Set<ReplicaStatus> predecessors() {
        return switch (this) {
            case NON_EXISTENT -> Set.of(DELETION_SUCCESSFUL);
            case NEW -> Set.of(NON_EXISTENT);
            case ONLINE -> Set.of(NEW, OFFLINE, DELETION_INELIGIBLE);
            case OFFLINE -> Set.of(NEW, ONLINE, DELETION_INELIGIBLE);
            case DELETION_STARTED -> Set.of(OFFLINE);
            case DELETION_SUCCESSFUL -> Set.of(DELETION_STARTED);
            case DELETION_INELIGIBLE -> Set.of(OFFLINE, DELETION_STARTED);
        };
    }

    /** Whether the step is legal. */
    boolean mayBecome(ReplicaStatus next) {
        return next.predecessors().contains(this);
    }

    /** Whether a broker in this state serves the replica. */
    boolean serving() {
        return this == NEW || this == ONLINE;
    }
}
