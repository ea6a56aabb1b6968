package dev.troupe.actors.partition;

import dev.troupe.actors.partition.ReplicaMessage.Answer;
import dev.troupe.actors.partition.ReplicaMessage.Diverging;
import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaRecords;
import dev.troupe.persistence.log.EpochEnd;
import dev.troupe.protocol.ErrorCode;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A follower's rules: what to do with what the leader answers (L5, L7).
 *
 * <p>A follower truncates by leader epoch only, never by high watermark (KIP-101, KIP-279): the leader names the largest epoch
 * that it shares with the follower and where it ends, and the follower cuts there, or where the epoch ends in its own log if
 * that is earlier. It may take several rounds, each with a smaller epoch.
 */
final class FollowerLogic {
    private FollowerLogic() {}

    /** What a follower does next. */
    sealed interface Step {}

    /** The answer is late: nothing. */
    record Ignore() implements Step {}

    /** Append, then raise the high watermark and the log start as far as the log reaches, then fetch. */
    record AppendAndFetch(ByteBuffer records, long highWatermark, long logStartOffset) implements Step {}

    /** Cut the log back to this offset, then fetch. */
    record TruncateAndFetch(long offset) implements Step {}

    /** Drop the whole log, which the leader does not reach back to any more; start again at this offset, then fetch. */
    record RestartAndFetch(long offset) implements Step {}

    /** Fetch again after a while. */
    record Retry(ErrorCode error) implements Step {}

    /**
     * @param localEnd where an epoch ends in the follower's own log
     */
    static Step decide(FollowerState state, Answer answer, IntFunction<EpochEnd> localEnd) {
        if (answer.fetch() != state.fetch()) {
            return new Ignore();
        }
        return switch (answer) {
            case ReplicaRecords r -> new AppendAndFetch(r.records(), r.highWatermark(), r.logStartOffset());
            case Diverging d -> new TruncateAndFetch(cut(state, d, localEnd.apply(d.epoch())));
            case FetchRefused r -> r.restartAt() >= 0 ? new RestartAndFetch(r.restartAt()) : new Retry(r.error());
        };
    }

    private static long cut(FollowerState state, Diverging diverging, EpochEnd local) {
        long ours = local.endOffset() < 0 ? state.logStartOffset() : local.endOffset();
        long cut = Math.min(Math.max(diverging.endOffset(), 0), ours);
        return Math.max(state.logStartOffset(), Math.min(cut, state.logEndOffset()));
    }

    /**
     * What a leader answers to a follower whose last epoch it looked up in its own log, or null where the follower's log is
     * a part of its own so far.
     */
    static @Nullable Diverging divergence(ReplicaMessage.ReplicaFetch fetch, EpochEnd leadersEnd) {
        boolean shared = fetch.lastEpoch() < 0
                || (leadersEnd.leaderEpoch() == fetch.lastEpoch() && fetch.fetchOffset() <= leadersEnd.endOffset());
        return shared ? null : new Diverging(fetch.fetch(), leadersEnd.leaderEpoch(), leadersEnd.endOffset());
    }
}
