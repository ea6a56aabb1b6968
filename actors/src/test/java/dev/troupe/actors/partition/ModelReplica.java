package dev.troupe.actors.partition;

import dev.troupe.actors.partition.FollowerLogic.AppendAndFetch;
import dev.troupe.actors.partition.FollowerLogic.Ignore;
import dev.troupe.actors.partition.FollowerLogic.RestartAndFetch;
import dev.troupe.actors.partition.FollowerLogic.Retry;
import dev.troupe.actors.partition.FollowerLogic.TruncateAndFetch;
import dev.troupe.actors.partition.ReplicaMessage.Answer;
import dev.troupe.actors.partition.ReplicaMessage.Diverging;
import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaRecords;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.jspecify.annotations.Nullable;

/** A replica of the simulation: the real rules over a {@link ModelLog}, in place of an actor over files. */
final class ModelReplica {
    private static final TestInbox<ReplicaMessage> NOBODY = TestInbox.create();

    final int id;
    final ModelLog log = new ModelLog();
    private final ReplicationSimulation world;
    private int brokerEpoch = 1;
    private long fetches;

    @Nullable
    LeaderState leader;

    private @Nullable FollowerState follower;
    private int knownEpoch = -1;
    private int knownPartitionEpoch = -1;

    ModelReplica(int id, ReplicationSimulation world) {
        this.id = id;
        this.world = world;
    }

    /** Hears what the controller decided last. */
    void learn(PartitionInfo info) {
        if (info.leaderEpoch() < knownEpoch || info.partitionEpoch() <= knownPartitionEpoch) {
            return;
        }
        boolean sameEpoch = info.leaderEpoch() == knownEpoch;
        knownEpoch = info.leaderEpoch();
        knownPartitionEpoch = info.partitionEpoch();
        if (info.leader() == id) {
            follower = null;
            LeaderState before = leader;
            evolved(
                    sameEpoch && before != null
                            ? LeaderLogic.evolve(before, new LeaderEvent.IsrDecided(info, world.now()))
                            : LeaderLogic.elected(id, info, log.end(), log.highWatermark(), world.now()));
        } else {
            leader = null;
            follower = new FollowerState(info, fetches, 0, log.end(), log.lastEpoch());
            fetch();
        }
    }

    void crashAndRestart(long checkpoint) {
        leader = null;
        follower = null;
        knownEpoch = -1;
        knownPartitionEpoch = -1;
        brokerEpoch++;
        log.forgetHighWatermark(checkpoint);
    }

    void produce(int value) {
        if (leader != null) {
            log.append(leader.info().leaderEpoch(), value);
            evolved(LeaderLogic.evolve(leader, new LeaderEvent.Appended(log.end(), world.now())));
        }
    }

    void checkLag() {
        if (leader != null) {
            evolved(LeaderLogic.evolve(leader, new LeaderEvent.LagChecked(30, world.now())));
        }
    }

    void isrDecided(@Nullable PartitionInfo info) {
        if (leader == null
                || info == null
                || info.leaderEpoch() != leader.info().leaderEpoch()) {
            return;
        }
        knownPartitionEpoch = Math.max(knownPartitionEpoch, info.partitionEpoch());
        evolved(LeaderLogic.evolve(leader, new LeaderEvent.IsrDecided(info, world.now())));
    }

    private void evolved(LeaderState next) {
        leader = next;
        log.raiseHighWatermark(next.highWatermark());
        world.exposed(this);
        if (next.proposedIsr() != null) {
            world.propose(this, next);
        }
    }

    /** Asks the leader, for the first time or once again. */
    void fetch() {
        FollowerState state = follower;
        if (state != null) {
            follower = state.fetching(++fetches, 0, log.end(), log.lastEpoch());
            world.send(
                    state.info().leader(),
                    new ReplicaFetch(
                            new TopicPartition("t", 0),
                            TopicId.ZERO,
                            id,
                            brokerEpoch,
                            fetches,
                            state.info().leaderEpoch(),
                            log.end(),
                            log.lastEpoch(),
                            3,
                            NOBODY.getRef()));
        }
    }

    void receive(ReplicaFetch fetch) {
        LeaderState state = leader;
        if (state == null) {
            answer(fetch, new FetchRefused(fetch.fetch(), ErrorCode.NOT_LEADER_OR_FOLLOWER, -1));
            return;
        }
        ErrorCode refusal = LeaderLogic.admission(state, fetch);
        Diverging diverging = FollowerLogic.divergence(fetch, log.endOf(fetch.lastEpoch()));
        if (refusal != ErrorCode.NONE) {
            answer(fetch, new FetchRefused(fetch.fetch(), refusal, -1));
        } else if (diverging != null) {
            answer(fetch, diverging);
        } else if (fetch.fetchOffset() <= log.end()) {
            evolved(LeaderLogic.evolve(
                    state,
                    new LeaderEvent.Fetched(
                            fetch.replica(), fetch.brokerEpoch(), fetch.fetch(), fetch.fetchOffset(), world.now())));
            answer(
                    fetch,
                    new ReplicaRecords(
                            fetch.fetch(), log.read(fetch.fetchOffset(), fetch.maxBytes()), log.highWatermark(), 0));
        }
    }

    private void answer(ReplicaFetch fetch, Answer answer) {
        world.send(fetch.replica(), answer);
    }

    void receive(Answer answer) {
        FollowerState state = follower;
        if (state == null) {
            return;
        }
        switch (FollowerLogic.decide(state, answer, log::endOf)) {
            case AppendAndFetch append -> {
                log.appendReplicated(append.records());
                log.raiseHighWatermark(append.highWatermark());
                fetch();
            }
            case TruncateAndFetch truncate -> {
                log.truncateTo(truncate.offset());
                fetch();
            }
            case RestartAndFetch restart -> throw new AssertionError("no log starts behind 0: " + restart);
            case Ignore ignored -> {}
            case Retry ignored -> {}
        }
    }
}
