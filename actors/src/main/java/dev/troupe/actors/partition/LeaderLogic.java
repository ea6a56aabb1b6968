package dev.troupe.actors.partition;

import dev.troupe.actors.partition.LeaderEvent.Appended;
import dev.troupe.actors.partition.LeaderEvent.Fetched;
import dev.troupe.actors.partition.LeaderEvent.IsrDecided;
import dev.troupe.actors.partition.LeaderEvent.LagChecked;
import dev.troupe.actors.partition.LeaderEvent.ProposalRefused;
import dev.troupe.actors.partition.LeaderState.Follower;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A leader's rules: high watermark, in-sync replicas, when an append is refused or acknowledged (L4 to L6).
 *
 * <p>Two of them deserve a word. A replica that the leader has asked the controller to admit counts for the high watermark at
 * once, before the answer: the controller may have admitted it already, and could elect it. And a follower lags only while
 * there is something it lacks: one that waits at the log end, however long, is in sync.
 */
final class LeaderLogic {
    private LeaderLogic() {}

    /** A new leader. Its high watermark stays until its followers have been heard. */
    static LeaderState elected(int self, PartitionInfo info, long logEndOffset, long highWatermark, long nowNanos) {
        Map<Integer, Follower> followers = new HashMap<>();
        for (int replica : info.replicas()) {
            if (replica != self) {
                followers.put(replica, Follower.unseen(nowNanos));
            }
        }
        return withHighWatermark(
                new LeaderState(self, info, logEndOffset, logEndOffset, highWatermark, followers, null));
    }

    /** The only way in which a leader's state changes. */
    static LeaderState evolve(LeaderState state, LeaderEvent event) {
        return switch (event) {
            case Appended appended -> appended(state, appended);
            case Fetched fetched -> fetched(state, fetched);
            case LagChecked checked -> lagChecked(state, checked);
            case IsrDecided decided -> decided(state, decided);
            case ProposalRefused ignored -> with(state, state.info(), state.followers(), null);
        };
    }

    /** Why an append of these acks is refused before it is tried, or {@link ErrorCode#NONE}. */
    static ErrorCode admission(LeaderState state, short acks, int minInsyncReplicas) {
        return acks == -1 && state.info().isr().size() < required(state, minInsyncReplicas)
                ? ErrorCode.NOT_ENOUGH_REPLICAS
                : ErrorCode.NONE;
    }

    /** What an append with acks=all is told once the ISR has it. */
    static ErrorCode acknowledgement(LeaderState state, int minInsyncReplicas) {
        return state.info().isr().size() < required(state, minInsyncReplicas)
                ? ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND
                : ErrorCode.NONE;
    }

    /** Why a follower's fetch is not served, or {@link ErrorCode#NONE}. */
    static ErrorCode admission(LeaderState state, ReplicaMessage.ReplicaFetch fetch) {
        Follower follower = state.followers().get(fetch.replica());
        if (fetch.leaderEpoch() < state.info().leaderEpoch()) {
            return ErrorCode.FENCED_LEADER_EPOCH;
        }
        if (fetch.leaderEpoch() > state.info().leaderEpoch()) {
            return ErrorCode.UNKNOWN_LEADER_EPOCH;
        }
        if (follower == null) {
            return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
        }
        return fetch.brokerEpoch() < follower.brokerEpoch() ? ErrorCode.STALE_BROKER_EPOCH : ErrorCode.NONE;
    }

    private static int required(LeaderState state, int minInsyncReplicas) {
        return Math.min(minInsyncReplicas, state.info().replicas().size());
    }

    private static LeaderState appended(LeaderState state, Appended event) {
        Map<Integer, Follower> followers = state.followers();
        if (!followers.isEmpty()) {
            // Whoever had the whole log until now begins to lag now, not when it was last heard.
            followers = new HashMap<>(followers);
            followers.replaceAll((id, f) -> f.logEndOffset() < state.logEndOffset()
                    ? f
                    : new Follower(
                            f.brokerEpoch(),
                            f.fetch(),
                            f.logEndOffset(),
                            event.nowNanos(),
                            f.fetchedNanos(),
                            f.endAtFetch()));
        }
        return withHighWatermark(new LeaderState(
                state.self(),
                state.info(),
                state.epochStartOffset(),
                event.logEndOffset(),
                state.highWatermark(),
                followers,
                state.proposedIsr()));
    }

    private static LeaderState fetched(LeaderState state, Fetched event) {
        Follower before = state.followers().get(event.replica());
        boolean late = before != null
                && (event.brokerEpoch() < before.brokerEpoch()
                        || (event.brokerEpoch() == before.brokerEpoch() && event.fetch() <= before.fetch()));
        if (before == null || late || event.fetchOffset() > state.logEndOffset()) {
            return state;
        }
        long caughtUp = before.caughtUpNanos();
        if (event.fetchOffset() >= state.logEndOffset()) {
            caughtUp = event.nowNanos();
        } else if (event.fetchOffset() >= before.endAtFetch()) {
            caughtUp = Math.max(caughtUp, before.fetchedNanos());
        }
        Map<Integer, Follower> followers = new HashMap<>(state.followers());
        followers.put(
                event.replica(),
                new Follower(
                        event.brokerEpoch(),
                        event.fetch(),
                        event.fetchOffset(),
                        caughtUp,
                        event.nowNanos(),
                        state.logEndOffset()));
        LeaderState next = with(state, state.info(), followers, state.proposedIsr());
        return withHighWatermark(mayJoin(next, event) ? proposing(next, joined(next, event.replica())) : next);
    }

    private static boolean mayJoin(LeaderState state, Fetched event) {
        return state.proposedIsr() == null
                && !state.info().isr().contains(event.replica())
                && event.fetchOffset() >= state.highWatermark()
                && event.fetchOffset() >= state.epochStartOffset();
    }

    private static List<Integer> joined(LeaderState state, int replica) {
        List<Integer> isr = new ArrayList<>(state.info().isr());
        isr.add(replica);
        return isr;
    }

    private static LeaderState lagChecked(LeaderState state, LagChecked event) {
        if (state.proposedIsr() != null) {
            return state;
        }
        List<Integer> isr = new ArrayList<>(state.info().isr());
        isr.removeIf(replica -> {
            Follower follower = state.followers().get(replica);
            return follower != null
                    && follower.logEndOffset() < state.logEndOffset()
                    && event.nowNanos() - follower.caughtUpNanos() > event.maxLagNanos();
        });
        return isr.size() == state.info().isr().size() ? state : proposing(state, isr);
    }

    private static LeaderState decided(LeaderState state, IsrDecided event) {
        // The same decision once more must not undo what the leader has asked for since.
        if (event.info().partitionEpoch() <= state.info().partitionEpoch()) {
            return state;
        }
        Map<Integer, Follower> followers = new HashMap<>();
        for (int replica : event.info().replicas()) {
            if (replica != state.self()) {
                Follower known = state.followers().get(replica);
                followers.put(replica, known == null ? Follower.unseen(event.nowNanos()) : known);
            }
        }
        return withHighWatermark(with(state, event.info(), followers, null));
    }

    private static LeaderState proposing(LeaderState state, List<Integer> isr) {
        return with(state, state.info(), state.followers(), List.copyOf(isr));
    }

    private static LeaderState withHighWatermark(LeaderState state) {
        long smallest = state.logEndOffset();
        for (Map.Entry<Integer, Follower> follower : state.followers().entrySet()) {
            if (state.counts(follower.getKey())) {
                smallest = Math.min(smallest, follower.getValue().logEndOffset());
            }
        }
        return smallest <= state.highWatermark()
                ? state
                : new LeaderState(
                        state.self(),
                        state.info(),
                        state.epochStartOffset(),
                        state.logEndOffset(),
                        smallest,
                        state.followers(),
                        state.proposedIsr());
    }

    private static LeaderState with(
            LeaderState state,
            PartitionInfo info,
            Map<Integer, Follower> followers,
            @Nullable List<Integer> proposedIsr) {
        return new LeaderState(
                state.self(),
                info,
                state.epochStartOffset(),
                state.logEndOffset(),
                state.highWatermark(),
                followers,
                proposedIsr);
    }
}
