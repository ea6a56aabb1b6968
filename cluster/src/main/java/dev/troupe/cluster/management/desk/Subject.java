package dev.troupe.cluster.management.desk;

/** What can be asked of another node. The names travel: a new one is added, none is changed. */
public enum Subject {
    /** A group as {@code GET /api/v1/groups/{id}} shows it; its coordinator knows. */
    GROUP,

    /** What happened to a group; its coordinator knows. */
    TIMELINE,

    /** A plan for a group's offsets, as the body wants it; any node makes one. */
    PLAN,

    /** The application of a plan for a group's offsets, whose token is the body; the node that made it has it. */
    APPLY,

    /** A page of the groups that a node coordinates, as the body wants them; each node knows its own. */
    GROUPS,

    /** What lies before a group in partitions that the body lists; a node with replicas of them knows. */
    BACKLOG
}
