package dev.troupe.actors.partition;

import dev.troupe.protocol.metadata.PartitionInfo;

/** What happened to a leader. Times are monotonic nanoseconds. */
sealed interface LeaderEvent {

    /** Records were appended to its log, which ends at {@code logEndOffset} now. */
    record Appended(long logEndOffset, long nowNanos) implements LeaderEvent {}

    /** A follower has everything before {@code fetchOffset}. */
    record Fetched(int replica, long brokerEpoch, long fetch, long fetchOffset, long nowNanos) implements LeaderEvent {}

    /** Time passed. */
    record LagChecked(long maxLagNanos, long nowNanos) implements LeaderEvent {}

    /** The controller decided anew; leadership stays. */
    record IsrDecided(PartitionInfo info, long nowNanos) implements LeaderEvent {}

    /** The controller has decided not to grant what was proposed, and never did. */
    record ProposalRefused() implements LeaderEvent {}
}
