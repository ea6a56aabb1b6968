package dev.troupe.actors.group;

/** What is to be done once the events of a decision are applied, and kept where they must be. */
sealed interface GroupEffect {

    /** What a member can wait for. */
    enum Awaited {
        GENERATION,
        ASSIGNMENT
    }

    /** Answer the request that was decided on. */
    record Reply(GroupReply reply) implements GroupEffect {}

    /** Keep the request that was decided on until it is released. */
    record Park(Awaited awaited, String memberId) implements GroupEffect {}

    /** Answer a request that was kept, if there is one. */
    record Release(Awaited awaited, String memberId, GroupReply reply) implements GroupEffect {}

    /** Set a deadline. */
    record StartTimer(GroupTimer timer, long delayMs) implements GroupEffect {}

    /** Forget a deadline. */
    record CancelTimer(GroupTimer timer) implements GroupEffect {}

    /** Give up the actor, until somebody asks for the group again. */
    record Rest() implements GroupEffect {}
}
