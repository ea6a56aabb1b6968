package dev.troupe.actors.partition;

import dev.troupe.protocol.metadata.PartitionInfo;

/**
 * What a follower knows of its partition.
 *
 * @param info the leader to follow, as the controller decided last
 * @param fetch number of the fetch under way: an answer to any other is late
 * @param logStartOffset where its log starts
 * @param logEndOffset where its log ends
 * @param lastEpoch leader epoch of its last batch, -1 where its log is empty
 */
record FollowerState(PartitionInfo info, long fetch, long logStartOffset, long logEndOffset, int lastEpoch) {
    FollowerState {
        if (logStartOffset > logEndOffset) {
            throw new IllegalArgumentException("log start " + logStartOffset + " over log end " + logEndOffset);
        }
    }

    /** The next fetch is under way, from the log as it is now. */
    FollowerState fetching(long fetch, long logStartOffset, long logEndOffset, int lastEpoch) {
        return new FollowerState(info, fetch, logStartOffset, logEndOffset, lastEpoch);
    }
}
