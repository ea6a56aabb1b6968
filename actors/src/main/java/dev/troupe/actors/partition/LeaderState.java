package dev.troupe.actors.partition;

import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a leader knows of its partition.
 *
 * @param self the leader's broker id
 * @param info leadership and ISR as the controller decided last
 * @param epochStartOffset its log end when it was elected
 * @param logEndOffset its log end
 * @param highWatermark the smallest log end of the ISR (L5); never goes back
 * @param followers the other assigned replicas, by broker id
 * @param proposedIsr what the controller was asked for and has not answered, or null
 */
record LeaderState(
        int self,
        PartitionInfo info,
        long epochStartOffset,
        long logEndOffset,
        long highWatermark,
        Map<Integer, Follower> followers,
        @Nullable List<Integer> proposedIsr) {

    /** No log end is known of a follower that has not fetched yet. */
    static final long UNKNOWN_OFFSET = -1;

    LeaderState {
        followers = Map.copyOf(followers);
        if (!info.isr().contains(self)) {
            throw new IllegalArgumentException("the ISR " + info.isr() + " lacks its leader " + self);
        }
        if (highWatermark > logEndOffset) {
            throw new IllegalArgumentException("high watermark " + highWatermark + " over log end " + logEndOffset);
        }
    }

    /** Whether the replica counts for the high watermark: in the ISR, or about to be. */
    boolean counts(int replica) {
        return info.isr().contains(replica) || (proposedIsr != null && proposedIsr.contains(replica));
    }

    /** Whether a follower of the ISR lacks some of the log: then, and only then, time matters. */
    boolean someLag() {
        return followers.entrySet().stream()
                .anyMatch(f -> info.isr().contains(f.getKey()) && f.getValue().logEndOffset() < logEndOffset);
    }

    /**
     * A follower, as its fetches show it.
     *
     * @param brokerEpoch of the life of that broker which fetched last
     * @param fetch number of its last fetch
     * @param logEndOffset its log end
     * @param caughtUpNanos when it last had the whole log
     * @param fetchedNanos when it fetched last
     * @param endAtFetch the leader's log end at that time: a follower that has this now had the whole log then
     */
    record Follower(
            long brokerEpoch, long fetch, long logEndOffset, long caughtUpNanos, long fetchedNanos, long endAtFetch) {

        /** One of which nothing is known; it has until {@code replica.lag.time.max.ms} from now to catch up. */
        static Follower unseen(long nowNanos) {
            return new Follower(-1, -1, UNKNOWN_OFFSET, nowNanos, nowNanos, Long.MAX_VALUE);
        }
    }
}
