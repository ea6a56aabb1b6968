package dev.troupe.actors.partition;

import dev.troupe.actors.partition.FollowerLogic.AppendAndFetch;
import dev.troupe.actors.partition.FollowerLogic.Ignore;
import dev.troupe.actors.partition.FollowerLogic.RestartAndFetch;
import dev.troupe.actors.partition.FollowerLogic.Retry;
import dev.troupe.actors.partition.FollowerLogic.TruncateAndFetch;
import dev.troupe.actors.partition.PartitionCommand.Append;
import dev.troupe.actors.partition.PartitionCommand.DeleteRecords;
import dev.troupe.actors.partition.PartitionSignal.FetchAgain;
import dev.troupe.actors.partition.PartitionView.Role;
import dev.troupe.actors.partition.ReplicaMessage.Answer;
import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.log.OffsetOutOfRange;
import dev.troupe.persistence.log.PartitionLog;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A replica that copies its leader's log. Rules: {@link FollowerLogic}. */
final class Follower implements ReplicaRole {
    private static final PartitionSignal FETCH_AGAIN = new FetchAgain();

    private final Replica replica;
    private final PartitionLog log;
    private final FetchWindow window;
    private FollowerState state;

    Follower(Replica replica, PartitionInfo info) throws IOException {
        this.replica = replica;
        this.log = replica.open();
        this.window = new FetchWindow(
                replica.node().fetchBudget(), replica.node().settings().replicaFetchMaxBytes());
        LogView view = log.view();
        // Numbers of fetches rise through all lives of this replica, as the leader takes a lower one for late.
        state = new FollowerState(
                info, replica.now(), view.logStartOffset(), view.logEndOffset(), view.latestLeaderEpoch());
    }

    @Override
    public PartitionInfo info() {
        return state.info();
    }

    /** The controller decided anew; leader and epoch stay. */
    void informed(PartitionInfo info) {
        state = new FollowerState(info, state.fetch(), state.logStartOffset(), state.logEndOffset(), state.lastEpoch());
    }

    /** Asks the leader for more, and once again if no answer comes. */
    void fetch() {
        LogView view = log.view();
        long number = state.fetch() + 1;
        state = state.fetching(number, view.logStartOffset(), view.logEndOffset(), view.latestLeaderEpoch());
        PartitionContext node = replica.node();
        if (!state.info().hasLeader()) {
            window.close();
            return;
        }
        node.replicasOf()
                .apply(state.info().leader())
                .tell(new ReplicaFetch(
                        replica.partition(),
                        replica.topicId(),
                        node.brokerId(),
                        node.brokerEpoch().getAsLong(),
                        number,
                        state.info().leaderEpoch(),
                        state.logEndOffset(),
                        state.lastEpoch(),
                        window.open(),
                        replica.actor().getSelf().narrow()));
        fetchAgainAfter(node.settings().replicaKeepAlive());
    }

    private void fetchAgainAfter(Duration delay) {
        replica.timers().startSingleTimer(FETCH_AGAIN, FETCH_AGAIN, delay);
    }

    @Override
    public void append(Append append) {
        append.replyTo()
                .appended(new Refused(
                        ErrorCode.NOT_LEADER_OR_FOLLOWER,
                        replica.partition() + " is led by broker "
                                + state.info().leader(),
                        List.of()));
    }

    @Override
    public void deleteRecords(DeleteRecords delete) {
        delete.replyTo().deleted(ErrorCode.NOT_LEADER_OR_FOLLOWER, -1);
    }

    @Override
    public void replica(ReplicaMessage message) throws IOException {
        switch (message) {
            case ReplicaFetch fetch ->
                fetch.replyTo().tell(new FetchRefused(fetch.fetch(), ErrorCode.NOT_LEADER_OR_FOLLOWER, -1));
            case Answer answer -> answered(answer);
        }
    }

    private void answered(Answer answer) throws IOException {
        switch (FollowerLogic.decide(state, answer, log.view()::endOf)) {
            case Ignore ignored -> {}
            case AppendAndFetch append -> append(append);
            case TruncateAndFetch truncate -> {
                replica.actor()
                        .getLog()
                        .info(
                                "{} cuts its log from offset {} back to {}, where it left that of leader {}",
                                replica.partition(),
                                state.logEndOffset(),
                                truncate.offset(),
                                state.info().leader());
                log.truncateTo(truncate.offset());
                publish();
                fetch();
            }
            case RestartAndFetch restart -> {
                log.truncateFullyAndStartAt(restart.offset());
                publish();
                fetch();
            }
            case Retry ignored -> {
                window.close();
                fetchAgainAfter(replica.node().settings().replicaFetchBackoff());
            }
        }
    }

    private void append(AppendAndFetch append) throws IOException {
        window.answered(append.records().remaining());
        if (append.records().hasRemaining()
                && log.appendReplicated(append.records())
                        instanceof Refused(ErrorCode error, String why, var ignored)) {
            throw new IOException("records of leader " + state.info().leader() + " refused: " + error + ", " + why);
        }
        log.updateHighWatermark(append.highWatermark());
        long start = Math.min(append.logStartOffset(), log.view().highWatermark());
        if (start > log.view().logStartOffset()) {
            try {
                log.deleteRecordsBefore(start);
            } catch (OffsetOutOfRange e) {
                throw new IOException(
                        "log start " + start + " of leader " + state.info().leader(), e);
            }
        }
        publish();
        fetch();
    }

    @Override
    public void signal(PartitionSignal signal) {
        if (signal instanceof FetchAgain) {
            fetch();
        }
    }

    @Override
    public void publish() {
        replica.publish(Role.FOLLOWER, state.info(), -1, log.failure().orElse(null));
    }

    @Override
    public void end(ErrorCode error, String reason) {
        window.close();
        replica.timers().cancelAll();
    }
}
