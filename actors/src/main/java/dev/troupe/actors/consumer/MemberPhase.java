package dev.troupe.actors.consumer;

/** Where a member stands with its group. */
enum MemberPhase {
    /** It is no member. */
    OUTSIDE,
    /** The application gives partitions up; then the member joins again. */
    RELEASING,
    /** It waits until all others have joined too. */
    JOINING,
    /** It leads the group and has to know how many partitions there are. */
    COUNTING,
    /** It waits for its assignment. */
    SYNCING,
    /** It has its assignment. */
    STABLE
}
