package dev.troupe.persistence.metadata;

import dev.troupe.persistence.raft.RaftCodec;
import dev.troupe.persistence.raft.RaftEnvelope;
import dev.troupe.persistence.raft.RaftMember;
import dev.troupe.persistence.raft.RaftSettings;
import dev.troupe.persistence.raft.SqliteRaftStore;
import dev.troupe.protocol.RemoteMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * Three members of a Raft group on one thread, with real stores, simulated time and a network that delays, loses and is cut as
 * the seed and the test say.
 */
final class SimulatedGroup implements AutoCloseable {
    static final int COMMITS_PER_SNAPSHOT = 50;
    private static final List<Integer> VOTERS = List.of(1, 2, 3);
    private static final RaftSettings SETTINGS = new RaftSettings(
            Duration.ofMillis(250),
            Duration.ofMillis(1500),
            Duration.ofMillis(500),
            COMMITS_PER_SNAPSHOT,
            1000,
            Duration.ofSeconds(10));

    private final Path directory;
    private final Random random;
    private final RaftCodec codec = new RaftCodec();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::order));
    private final Map<Integer, Node> running = new TreeMap<>();
    private final Set<Integer> isolated = new HashSet<>();
    private double loss;
    private long now;
    private long order;

    SimulatedGroup(Path directory, long seed) {
        this.directory = directory;
        this.random = new Random(seed);
        VOTERS.forEach(this::start);
    }

    private record Event(long at, long order, Node node, Runnable task) {}

    /** One incarnation of a member; what is scheduled for one that crashed does not happen. */
    private final class Node {
        private final int id;
        private final JournalMachine machine = new JournalMachine(codec);
        private final RaftMember member;

        Node(int id) throws IOException {
            this.id = id;
            this.member = RaftMember.create(
                    "group",
                    id,
                    VOTERS,
                    SETTINGS,
                    SqliteRaftStore.open(directory.resolve(id + ".sqlite"), codec),
                    machine,
                    new RaftMember.Surroundings(
                            task -> schedule(0, this, task),
                            (delay, task) -> schedule(delay.toMillis(), this, task),
                            (target, envelope) -> carry(id, target, envelope),
                            new SimulatedClock(),
                            random));
        }
    }

    private final class SimulatedClock extends Clock {
        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(now);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    private void schedule(long delayMs, Node node, Runnable task) {
        events.add(new Event(now + delayMs, order++, node, task));
    }

    /** Through the bytes, as between nodes. */
    private void carry(int from, int to, RaftEnvelope envelope) {
        if (isolated.contains(from) || isolated.contains(to) || random.nextDouble() < loss) {
            return;
        }
        byte[] bytes = codec.write(RemoteMessage.class, envelope);
        Node target = running.get(to);
        if (target != null) {
            schedule(1 + random.nextInt(5), target, () -> target.member.receive(read(bytes)));
        }
    }

    private RaftEnvelope read(byte[] bytes) {
        try {
            return (RaftEnvelope) codec.read(RemoteMessage.class, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void start(int id) {
        try {
            Node node = new Node(id);
            running.put(id, node);
            var _ = node.member.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends a member as kill -9 does: nothing that was not flushed is there when it starts again. */
    void crash(int id) {
        Node node = running.remove(id);
        if (node != null) {
            try {
                node.member.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    void isolate(int id) {
        isolated.add(id);
    }

    void heal() {
        isolated.clear();
        loss = 0;
    }

    /** From now on this share of messages does not arrive. */
    void lose(double share) {
        loss = share;
    }

    private Node node(int id) {
        return Objects.requireNonNull(running.get(id), "a member that runs");
    }

    Collection<Integer> running() {
        return List.copyOf(running.keySet());
    }

    /** How many run and are not cut off. */
    long connected() {
        return running.keySet().stream().filter(id -> !isolated.contains(id)).count();
    }

    /** Runs what is due in that time. */
    void pass(Duration time) {
        long until = now + time.toMillis();
        runUntil(() -> false, until);
        now = until;
    }

    /** Runs until the condition holds. */
    void await(String what, BooleanSupplier condition) {
        if (!runUntil(condition, now + 60_000)) {
            throw new AssertionError("not within a minute: " + what);
        }
    }

    private boolean runUntil(BooleanSupplier condition, long until) {
        while (!condition.getAsBoolean()) {
            Event next = events.peek();
            if (next == null || next.at > until) {
                return false;
            }
            events.remove();
            now = next.at;
            if (running.get(next.node.id) == next.node) {
                next.task.run();
            }
        }
        return true;
    }

    /** A running member that believes to lead and is not cut off. */
    Optional<Integer> leader() {
        return running.values().stream()
                .filter(node -> node.member.leads() && !isolated.contains(node.id))
                .max(Comparator.comparingInt(node -> node.member.term()))
                .map(node -> node.id);
    }

    int awaitLeader() {
        await("a leader", () -> leader().isPresent());
        return leader().orElseThrow();
    }

    /** Hands an operation to one member; what comes of it is in the future. */
    CompletableFuture<Object> propose(int id, JournalOperation operation) {
        return node(id).member.write(operation);
    }

    CompletableFuture<Object> ask(int id, JournalQuestion question) {
        return node(id).member.read(question);
    }

    /** Tries until a leader has answered, as the client does. */
    JournalAnswer write(JournalOperation operation) {
        while (true) {
            CompletableFuture<Object> result = propose(awaitLeader(), operation);
            runUntil(result::isDone, now + 2_000);
            if (result.isDone() && !result.isCompletedExceptionally()) {
                return (JournalAnswer) result.join();
            }
            pass(Duration.ofMillis(50));
        }
    }

    /** What a member has applied so far, asked without regard for the others. */
    JournalState stateOf(int id) {
        return node(id).machine.state();
    }

    @Override
    public void close() {
        running().forEach(this::crash);
    }
}
