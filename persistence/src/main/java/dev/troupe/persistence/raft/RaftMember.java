package dev.troupe.persistence.raft;

import dev.troupe.protocol.Persisted;
import io.microraft.Ordered;
import io.microraft.QueryPolicy;
import io.microraft.RaftConfig;
import io.microraft.RaftEndpoint;
import io.microraft.RaftNode;
import io.microraft.RaftRole;
import io.microraft.executor.RaftNodeExecutor;
import io.microraft.model.message.RaftMessage;
import io.microraft.persistence.RestoredRaftState;
import io.microraft.transport.Transport;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One node's part of a Raft group: MicroRaft with our store, our messages and our time. A group of one elects itself at
 * {@link #start()}; a group of more needs a majority.
 */
public final class RaftMember implements AutoCloseable {
    private final SqliteRaftStore store;
    private final RaftNode node;
    private final RaftRepairs repairs;
    private final RaftTime time;
    private final RaftSettings settings;

    /**
     * What a member stands on.
     *
     * @param worker runs one task after another, on one thread at a time; the member's state machine and store are used there only
     * @param timer runs a task on the worker after a while
     * @param send carries a message to another node; may lose it
     * @param clock wall clock, for leases and timeouts
     * @param random spreads elections
     */
    public record Surroundings(
            Consumer<Runnable> worker,
            BiConsumer<Duration, Runnable> timer,
            BiConsumer<Integer, RaftEnvelope> send,
            Clock clock,
            Random random) {}

    private RaftMember(
            SqliteRaftStore store, RaftNode node, RaftRepairs repairs, RaftTime time, RaftSettings settings) {
        this.store = store;
        this.node = node;
        this.repairs = repairs;
        this.time = time;
        this.settings = settings;
    }

    /**
     * Puts a member together, from what its store holds if it has been started before.
     *
     * @param group the group's id
     * @param nodeId this node
     * @param voters all nodes that vote, at the group's first start
     * @throws IOException if the store cannot be read or belongs to another node
     */
    public static RaftMember create(
            String group,
            int nodeId,
            List<Integer> voters,
            RaftSettings settings,
            SqliteRaftStore store,
            ReplicatedState state,
            Surroundings surroundings)
            throws IOException {
        RaftTime time = new RaftTime(surroundings.clock(), settings.heartbeat());
        RaftRepairs repairs = new RaftRepairs();
        RaftNode.RaftNodeBuilder builder = RaftNode.newBuilder()
                .setGroupId(group)
                .setConfig(config(settings, time))
                .setExecutor(new Worker(surroundings, time))
                .setClock(time)
                .setRandom(surroundings.random())
                .setTransport(new Carrier(repairs, surroundings.send()))
                .setStore(store)
                .setModelFactory(RaftModels.FACTORY)
                .setStateMachine(state);
        Optional<RestoredRaftState> restored = store.restore();
        if (restored.isPresent()) {
            requireSameNode(nodeId, restored.get());
            builder.setRestoredState(restored.get());
        } else {
            builder.setLocalEndpoint(new Voter(nodeId)).setInitialGroupMembers(Voter.of(voters));
        }
        RaftNode node = builder.build();
        repairs.attach(node);
        return new RaftMember(store, node, repairs, time, settings);
    }

    private static RaftConfig config(RaftSettings settings, RaftTime time) {
        return RaftConfig.newBuilder()
                .setLeaderHeartbeatPeriodSecs(1)
                .setLeaderHeartbeatTimeoutSecs(
                        TimeUnit.MILLISECONDS.toSeconds(time.raftMillis(settings.leaderTimeout())))
                .setLeaderElectionTimeoutMillis(time.raftMillis(settings.electionTimeout()))
                .setCommitCountToTakeSnapshot(settings.commitsPerSnapshot())
                .setMaxPendingLogEntryCount(settings.maxPending())
                .build();
    }

    private static void requireSameNode(int nodeId, RestoredRaftState restored) throws IOException {
        int stored = Voter.idOf(restored.getLocalEndpointPersistentState().getLocalEndpoint());
        if (stored != nodeId) {
            throw new IOException("the metadata journal belongs to node " + stored + ", this is node " + nodeId);
        }
    }

    /** Starts taking part. */
    public CompletableFuture<?> start() {
        return node.start();
    }

    /** Takes a message that another member sent. Call it on the worker. */
    public void receive(RaftEnvelope envelope) {
        repairs.beforeReceiving(envelope);
        node.handle(RaftMessages.fromEnvelope(envelope));
    }

    /**
     * That node's process has ended. If it led, an election is called with the next heartbeat that is missed, instead of after a
     * whole leader timeout; if it lives after all, others or itself lead on in a higher term. Call it on the worker.
     */
    public void lost(int nodeId) {
        Integer leader = leader();
        if (leader != null && leader == nodeId && !leads()) {
            time.leap(settings.leaderTimeout());
        }
    }

    /** The node that leads, as far as this one knows. */
    public @Nullable Integer leader() {
        RaftEndpoint leader = node.getTerm().getLeaderEndpoint();
        return leader == null ? null : Voter.idOf(leader);
    }

    /** Whether this node leads, as far as it knows. */
    public boolean leads() {
        return node.getLocalEndpoint().equals(node.getTerm().getLeaderEndpoint());
    }

    /** The term, for people. */
    public int term() {
        return node.getTerm().getTerm();
    }

    /**
     * Has the group do something: the state's answer once a majority has it on disk.
     *
     * @return fails with a {@link io.microraft.exception.RaftException} if this is not the leader, if too much is pending, or
     *     if leadership was lost and it is not known whether it was done
     */
    public CompletableFuture<Object> write(Persisted operation) {
        return node.<Object>replicate(operation).thenApply(Ordered::getResult);
    }

    /** Asks the state, with everything in it that had been answered before the question came. Fails as {@link #write} does. */
    public CompletableFuture<Object> read(Object question) {
        return node.<Object>query(question, QueryPolicy.LINEARIZABLE, Optional.empty(), Optional.empty())
                .thenApply(Ordered::getResult);
    }

    /** What it does just now, for people and tests. */
    public CompletableFuture<RaftRole> role() {
        return node.getReport().thenApply(report -> report.getResult().getRole());
    }

    /** Stops taking part; close afterwards. */
    public CompletableFuture<?> stop() {
        return node.terminate();
    }

    /** Closes the store. */
    @Override
    public void close() throws IOException {
        store.close();
    }

    private record Worker(Surroundings surroundings, RaftTime time) implements RaftNodeExecutor {
        @Override
        public void execute(Runnable task) {
            surroundings.worker().accept(task);
        }

        @Override
        public void submit(Runnable task) {
            surroundings.worker().accept(task);
        }

        @Override
        public void schedule(Runnable task, long delay, TimeUnit unit) {
            surroundings.timer().accept(time.ours(delay, unit), task);
        }
    }

    private record Carrier(RaftRepairs repairs, BiConsumer<Integer, RaftEnvelope> send) implements Transport {
        @Override
        public void send(RaftEndpoint target, RaftMessage message) {
            send.accept(Voter.idOf(target), repairs.beforeSending(RaftMessages.toEnvelope(message)));
        }

        @Override
        public boolean isReachable(RaftEndpoint endpoint) {
            return true;
        }
    }
}
