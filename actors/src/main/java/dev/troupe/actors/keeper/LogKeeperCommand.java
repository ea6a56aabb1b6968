package dev.troupe.actors.keeper;

/** What a {@link LogKeeper} is told, by its own timers and by the replicas it looks after. */
public sealed interface LogKeeperCommand {

    /** See what retention deletes. */
    record CheckRetention() implements LogKeeperCommand {}

    /** Force finished segments to disk, write the checkpoint files, remove what waits for deletion. */
    record Checkpoint() implements LogKeeperCommand {}

    /** Force to disk what {@code flush.ms} asks for. */
    record FlushDue() implements LogKeeperCommand {}

    /** One replica has done what it was asked in this round. */
    record Maintained(int round) implements LogKeeperCommand {}
}
