package dev.troupe.actors.group;

import java.util.EnumSet;
import java.util.Set;

/**
 * The states of a group (G3) and the legal steps between them:
 *
 * <pre>
 *            first join                 all joined                 leader's assignment
 *   Empty ---------------> Preparing ---------------> Completing ----------------------> Stable
 *     ^                    |  ^   ^                       |                                |
 *     '--------------------'  |   '-----------------------'                                |
 *       nobody is left        |          a member comes, goes or is silent                 |
 *                             '------------------------------------------------------------'
 *   Empty ----> Dead   when deleted or expired
 * </pre>
 */
public enum GroupPhase {
    EMPTY("Empty"),
    PREPARING_REBALANCE("PreparingRebalance"),
    COMPLETING_REBALANCE("CompletingRebalance"),
    STABLE("Stable"),
    DEAD("Dead");

    private final String label;

    GroupPhase(String label) {
        this.label = label;
    }

    /** Kafka's name of it. */
    public String label() {
        return label;
    }

    /** The states that can come before this one. */
    public Set<GroupPhase> predecessors() {
        return switch (this) {
            case EMPTY -> EnumSet.of(PREPARING_REBALANCE);
            case PREPARING_REBALANCE -> EnumSet.of(EMPTY, COMPLETING_REBALANCE, STABLE);
            case COMPLETING_REBALANCE -> EnumSet.of(PREPARING_REBALANCE);
            case STABLE -> EnumSet.of(COMPLETING_REBALANCE);
            case DEAD -> EnumSet.of(EMPTY);
        };
    }

    /** Throws where the step is not legal: a bug, never a client's fault. */
    void requireFrom(GroupPhase before) {
        if (!predecessors().contains(before)) {
            throw new IllegalStateException("a group cannot go from " + before.label + " to " + label);
        }
    }
}
