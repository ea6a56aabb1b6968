package dev.troupe.actors.group;

/** What a group waits for with a deadline. Starting a timer that runs sets its deadline anew. */
public sealed interface GroupTimer {

    /** A member's next sign of life (G6). */
    record Session(String memberId) implements GroupTimer {}

    /** The use of a member id that was handed out (G4). */
    record PendingMember(String memberId) implements GroupTimer {}

    /** The end of the first joiners' gathering, at the latest. */
    record Gathering() implements GroupTimer {}

    /** The end of the gathering, as nobody new came for so long. */
    record Quiet() implements GroupTimer {}

    /** All members rejoining. */
    record Rejoin() implements GroupTimer {}

    /** All members asking for their assignment. */
    record Assignment() implements GroupTimer {}

    /** Somebody asking for a group without members, which else gives up its actor. */
    record Idle() implements GroupTimer {}
}
