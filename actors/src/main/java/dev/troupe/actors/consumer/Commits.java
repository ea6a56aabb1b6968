package dev.troupe.actors.consumer;

import dev.troupe.actors.client.Brokers;
import dev.troupe.actors.consumer.CoordinatorMessage.Commit;
import dev.troupe.actors.consumer.MemberState.Identity;
import dev.troupe.actors.group.GroupReply;
import dev.troupe.actors.group.GroupRequest;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Commits that wait: one is under way at a time, so that none that is tried again undoes a later one. */
final class Commits {
    private static final int MOST_WAITING = 10_000;

    private final @Nullable String instanceId;
    private final LongSupplier nanoTime;
    private final Duration patience;
    private final Deque<Commit> waiting = new ArrayDeque<>();
    private @Nullable Commit underWay;
    private long deadline;

    Commits(@Nullable String instanceId, LongSupplier nanoTime, Duration patience) {
        this.instanceId = instanceId;
        this.nanoTime = nanoTime;
        this.patience = patience;
    }

    void add(Commit commit) {
        if (commit.offsets().isEmpty()) {
            commit.replyTo().tell(new CommitResult.Committed(Map.of()));
        } else if (waiting.size() >= MOST_WAITING) {
            commit.replyTo().tell(new CommitResult.NotCommitted(ErrorCode.THROTTLING_QUOTA_EXCEEDED));
        } else {
            waiting.add(commit);
        }
    }

    /** The one to send now, which is under way from now on; none where another is. */
    Optional<Commit> next() {
        if (underWay != null || waiting.isEmpty()) {
            return Optional.empty();
        }
        underWay = waiting.remove();
        deadline = nanoTime.getAsLong() + patience.toNanos();
        return Optional.of(underWay);
    }

    /** The one under way, once more. */
    Commit again() {
        if (underWay == null) {
            throw new IllegalStateException("no commit is under way");
        }
        return underWay;
    }

    /** Hands the result on; false where the commit is to be tried again. */
    boolean settled(CommitResult result) {
        Commit commit = again();
        boolean retry = result instanceof CommitResult.NotCommitted(ErrorCode error)
                && commit.untilDone()
                && Brokers.passes(error)
                && deadline - nanoTime.getAsLong() > 0;
        if (!retry) {
            commit.replyTo().tell(result);
            underWay = null;
        }
        return !retry;
    }

    GroupRequest.Commit request(Commit commit, Identity identity) {
        return new GroupRequest.Commit(
                identity.isMember() ? identity.memberId() : "",
                identity.isMember() ? instanceId : null,
                identity.generation(),
                commit.offsets().entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, each -> CommittedOffset.of(each.getValue()))));
    }

    static CommitResult result(Commit commit, GroupReply.@Nullable Committed reply) {
        ErrorCode error = reply == null ? ErrorCode.REQUEST_TIMED_OUT : reply.error();
        return error == ErrorCode.NONE
                ? new CommitResult.Committed(commit.offsets())
                : new CommitResult.NotCommitted(error);
    }
}
