package dev.troupe.actors.partition;

import dev.troupe.actors.partition.PartitionCommand.Append;
import dev.troupe.actors.partition.PartitionCommand.DeleteRecords;
import dev.troupe.actors.partition.PartitionSignal.CheckLag;
import dev.troupe.actors.partition.PartitionSignal.ExpireAppends;
import dev.troupe.actors.partition.PartitionSignal.FetchAgain;
import dev.troupe.actors.partition.PartitionSignal.IsrAnswered;
import dev.troupe.actors.partition.PartitionSignal.ProposeAgain;
import dev.troupe.actors.partition.PartitionSignal.Terminate;
import dev.troupe.actors.partition.PartitionView.Role;
import dev.troupe.actors.partition.ReplicaMessage.Answer;
import dev.troupe.actors.partition.ReplicaMessage.Diverging;
import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.persistence.log.AppendResult;
import dev.troupe.persistence.log.AppendResult.Appended;
import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.persistence.log.OffsetOutOfRange;
import dev.troupe.persistence.log.PartitionLog;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A replica that leads: appends, feeds its followers, and keeps the high watermark and the ISR. Rules: {@link LeaderLogic}. */
final class Leader implements ReplicaRole {
    private static final PartitionSignal CHECK_LAG = new CheckLag();
    private static final PartitionSignal EXPIRE_APPENDS = new ExpireAppends();

    private final Replica replica;
    private final PartitionLog log;
    private final IsrProposer proposer;
    private final ParkedAppends appends = new ParkedAppends();
    private final ParkedFetches fetches = new ParkedFetches();
    private LeaderState state;

    Leader(Replica replica, PartitionInfo info) throws IOException {
        this.replica = replica;
        this.log = replica.open();
        this.proposer = new IsrProposer(replica);
        log.beginLeaderEpoch(info.leaderEpoch());
        state = LeaderLogic.elected(
                replica.node().brokerId(),
                info,
                log.view().logEndOffset(),
                log.view().highWatermark(),
                replica.now());
        log.updateHighWatermark(state.highWatermark());
    }

    @Override
    public PartitionInfo info() {
        return state.info();
    }

    /** The controller decided anew, in the same leader epoch. */
    void informed(PartitionInfo info) throws IOException {
        evolve(new LeaderEvent.IsrDecided(info, replica.now()));
    }

    @Override
    public void append(Append append) throws IOException {
        ErrorCode refusal = LeaderLogic.admission(state, append.acks(), replica.minInsyncReplicas());
        if (refusal != ErrorCode.NONE) {
            append.replyTo().appended(new Refused(refusal, tooFewReplicas(), List.of()));
            return;
        }
        switch (toLog(append)) {
            case Refused refused -> {
                publish();
                append.replyTo().appended(refused);
            }
            case Appended appended -> {
                if (!appended.duplicate()) {
                    evolve(new LeaderEvent.Appended(log.view().logEndOffset(), replica.now()));
                }
                acknowledge(append, appended);
            }
        }
    }

    private AppendResult toLog(Append append) {
        try {
            return log.append(append.records(), state.info().leaderEpoch());
        } catch (RuntimeException e) {
            append.replyTo().appended(new Refused(ErrorCode.UNKNOWN_SERVER_ERROR, "the append failed", List.of()));
            throw e;
        }
    }

    private void acknowledge(Append append, Appended appended) {
        if (append.acks() != -1 || appended.lastOffset() < state.highWatermark()) {
            append.replyTo().appended(appended);
        } else {
            appends.add(appended, append.deadlineNanos(), append.replyTo());
            armExpiry();
        }
    }

    @Override
    public void deleteRecords(DeleteRecords delete) {
        long before = delete.beforeOffset() == -1 ? state.highWatermark() : delete.beforeOffset();
        try {
            if (before < 0) {
                throw new OffsetOutOfRange(before, log.view().logStartOffset(), state.highWatermark());
            }
            long start = log.deleteRecordsBefore(before);
            publish();
            delete.replyTo().deleted(ErrorCode.NONE, start);
        } catch (OffsetOutOfRange e) {
            delete.replyTo().deleted(ErrorCode.OFFSET_OUT_OF_RANGE, -1);
        }
    }

    @Override
    public void replica(ReplicaMessage message) throws IOException {
        switch (message) {
            case ReplicaFetch fetch -> fetched(fetch);
            case Answer late -> replica.actor().getLog().debug("{} leads now; dropped {}", replica.partition(), late);
        }
    }

    private void fetched(ReplicaFetch fetch) throws IOException {
        ErrorCode refusal = LeaderLogic.admission(state, fetch);
        if (refusal != ErrorCode.NONE) {
            fetch.replyTo().tell(new FetchRefused(fetch.fetch(), refusal, -1));
            return;
        }
        Diverging diverging = FollowerLogic.divergence(fetch, log.view().endOf(fetch.lastEpoch()));
        if (diverging != null) {
            fetch.replyTo().tell(diverging);
            return;
        }
        LeaderState.Follower before = state.followers().get(fetch.replica());
        boolean again = before != null && before.logEndOffset() == fetch.fetchOffset();
        evolve(new LeaderEvent.Fetched(
                fetch.replica(), fetch.brokerEpoch(), fetch.fetch(), fetch.fetchOffset(), replica.now()));
        fetches.serveOrPark(fetch, again, log.view());
    }

    @Override
    public void signal(PartitionSignal signal) throws IOException {
        switch (signal) {
            case CheckLag ignored ->
                evolve(new LeaderEvent.LagChecked(
                        replica.node().settings().replicaLagTimeMax().toNanos(), replica.now()));
            case ExpireAppends ignored -> {
                appends.expire(replica.now());
                armExpiry();
            }
            case IsrAnswered answered -> {
                LeaderEvent event = proposer.answered(answered, state, replica.now());
                if (event != null) {
                    evolve(event);
                }
            }
            case ProposeAgain ignored -> proposer.propose(state);
            case FetchAgain ignored -> {}
            case Terminate ignored -> {}
        }
    }

    /** Takes in what happened, and then does all that follows from the change. */
    private void evolve(LeaderEvent event) throws IOException {
        LeaderState before = state;
        state = LeaderLogic.evolve(before, event);
        log.updateHighWatermark(state.highWatermark());
        publish();
        if (state.highWatermark() > before.highWatermark()) {
            appends.release(state.highWatermark(), LeaderLogic.acknowledgement(state, replica.minInsyncReplicas()));
        }
        if (state.followers().isEmpty()) {
            return;
        }
        fetches.serve(log.view());
        if (state.proposedIsr() != null && !state.proposedIsr().equals(before.proposedIsr())) {
            proposer.propose(state);
        }
        if (state.someLag() && !replica.timers().isTimerActive(CHECK_LAG)) {
            replica.timers()
                    .startSingleTimer(
                            CHECK_LAG,
                            CHECK_LAG,
                            replica.node().settings().replicaLagTimeMax().dividedBy(2));
        }
    }

    private void armExpiry() {
        appends.nextDeadlineNanos()
                .ifPresent(deadline -> replica.timers()
                        .startSingleTimer(
                                EXPIRE_APPENDS,
                                EXPIRE_APPENDS,
                                Duration.ofNanos(Math.max(1_000_000, deadline - replica.now()))));
    }

    @Override
    public void publish() {
        replica.publish(
                Role.LEADER,
                state.info(),
                state.epochStartOffset(),
                log.failure().orElse(null));
    }

    @Override
    public void end(ErrorCode error, String reason) {
        replica.timers().cancelAll();
        appends.refuseAll(error);
        fetches.refuseAll(error);
    }

    private String tooFewReplicas() {
        return replica.partition() + " has " + state.info().isr().size()
                + " replicas in sync, and min.insync.replicas asks for " + replica.minInsyncReplicas();
    }
}
