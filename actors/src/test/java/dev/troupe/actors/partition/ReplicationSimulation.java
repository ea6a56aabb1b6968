package dev.troupe.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.partition.ReplicaMessage.Answer;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Three replicas and a controller on a network that loses, repeats and reorders; replicas crash, leaders change, old leaders do
 * not know it yet. Checked after every step:
 *
 * <ol>
 *   <li>a record that some leader once had below its high watermark never changes and is never lost by an in-sync replica;
 *   <li>the high watermark of one leadership never goes back.
 * </ol>
 */
final class ReplicationSimulation {
    private static final List<Integer> REPLICAS = List.of(1, 2, 3);

    private static final int MAX_UNDER_WAY = 40;

    private final RandomGenerator random;
    private final Map<Integer, ModelReplica> replicas = new HashMap<>();
    private final List<Runnable> network = new ArrayList<>();
    private final List<ModelLog.Entry> committed = new ArrayList<>();
    private final Map<String, Long> watermarks = new HashMap<>();
    private PartitionInfo decided = new PartitionInfo(0, 1, 0, 0, REPLICAS, REPLICAS);
    private boolean lossy = true;
    private int values;
    private long now;

    ReplicationSimulation(RandomGenerator random) {
        this.random = random;
        REPLICAS.forEach(id -> replicas.put(id, new ModelReplica(id, this)));
    }

    long now() {
        return now;
    }

    /** One thing happens. */
    void step() {
        now++;
        ModelReplica any = replica(1 + random.nextInt(3));
        switch (random.nextInt(20)) {
            case 0, 1, 2 -> any.produce(++values);
            case 3, 4 -> any.fetch();
            case 5 -> any.checkLag();
            case 6, 7 -> any.learn(decided);
            case 8 -> maybe(10, this::elect);
            case 9 -> maybe(10, () -> crash(any));
            default -> deliver();
        }
        check();
    }

    /** The network is whole again, and everybody hears the controller: all must end with one log. */
    void heal() {
        lossy = false;
        for (int round = 0; round < 100; round++) {
            now++;
            REPLICAS.forEach(id -> replica(id).learn(decided));
            REPLICAS.forEach(id -> replica(id).fetch());
            // Not until it is empty: followers ask on and on.
            for (int message = 0; message < 50; message++) {
                deliver();
            }
            check();
        }
        ModelReplica leader = replica(decided.leader());
        for (ModelReplica replica : replicas.values()) {
            assertThat(contents(replica)).isEqualTo(contents(leader));
        }
        assertThat(leader.log.highWatermark()).isEqualTo(leader.log.end());
    }

    int committed() {
        return committed.size();
    }

    private static List<ModelLog.Entry> contents(ModelReplica replica) {
        List<ModelLog.Entry> entries = new ArrayList<>();
        for (long offset = 0; offset < replica.log.end(); offset++) {
            entries.add(replica.log.at(offset));
        }
        return entries;
    }

    void send(int to, ReplicaMessage message) {
        post(() -> {
            switch (message) {
                case ReplicaFetch fetch -> replica(to).receive(fetch);
                case Answer answer -> replica(to).receive(answer);
            }
        });
    }

    private void post(Runnable message) {
        if (network.size() == MAX_UNDER_WAY) {
            network.remove(random.nextInt(network.size()));
        }
        network.add(message);
    }

    /** A leader asks for another ISR; the controller grants what is based on what it decided last. */
    void propose(ModelReplica leader, LeaderState state) {
        List<Integer> isr = state.proposedIsr() == null ? List.of() : state.proposedIsr();
        post(() -> {
            if (state.info().leaderEpoch() == decided.leaderEpoch()
                    && state.info().partitionEpoch() == decided.partitionEpoch()) {
                decide(decided.leader(), decided.leaderEpoch(), isr);
                PartitionInfo answer = decided;
                post(() -> leader.isrDecided(answer));
            }
        });
    }

    /** What lies below a leader's high watermark can be read: from now on it must stay. */
    void exposed(ModelReplica leader) {
        for (long offset = committed.size(); offset < leader.log.highWatermark(); offset++) {
            committed.add(leader.log.at(offset));
        }
        LeaderState state = leader.leader;
        if (state != null) {
            String leadership = leader.id + " in epoch " + state.info().leaderEpoch();
            Long before = watermarks.put(leadership, state.highWatermark());
            assertThat(before == null || before <= state.highWatermark())
                    .as("invariant 2: high watermark of " + leadership)
                    .isTrue();
        }
    }

    private void check() {
        for (int id : decided.isr()) {
            for (int offset = 0; offset < committed.size(); offset++) {
                ModelLog log = replica(id).log;
                assertThat(log.end() > offset && log.at(offset).equals(committed.get(offset)))
                        .as("invariant 1: replica %d of ISR %s at offset %d", id, decided.isr(), offset)
                        .isTrue();
            }
        }
    }

    private void deliver() {
        if (network.isEmpty()) {
            return;
        }
        // A message may overtake all that were sent before it, get lost, or come twice.
        int which = random.nextInt(network.size());
        int fate = lossy ? random.nextInt(10) : 9;
        Runnable message = fate == 1 ? network.get(which) : network.remove(which);
        if (fate != 0) {
            message.run();
        }
    }

    private void elect() {
        List<Integer> others =
                decided.isr().stream().filter(id -> id != decided.leader()).toList();
        if (!others.isEmpty()) {
            decide(others.get(random.nextInt(others.size())), decided.leaderEpoch() + 1, decided.isr());
        }
    }

    private void crash(ModelReplica replica) {
        replica.crashAndRestart(random.nextInt(1 + Math.toIntExact(replica.log.highWatermark())));
        List<Integer> isr =
                decided.isr().stream().filter(id -> id != replica.id).toList();
        if (isr.isEmpty()) {
            // The last in-sync replica waits for itself, and leads again.
            decide(replica.id, decided.leaderEpoch() + 1, decided.isr());
        } else if (decided.leader() == replica.id) {
            decide(isr.getFirst(), decided.leaderEpoch() + 1, isr);
        } else {
            decide(decided.leader(), decided.leaderEpoch(), isr);
        }
    }

    private void decide(int leader, int leaderEpoch, List<Integer> isr) {
        decided = new PartitionInfo(0, leader, leaderEpoch, decided.partitionEpoch() + 1, REPLICAS, isr);
    }

    private ModelReplica replica(int id) {
        ModelReplica replica = replicas.get(id);
        if (replica == null) {
            throw new IllegalArgumentException("no replica " + id);
        }
        return replica;
    }

    private void maybe(int oneIn, Runnable action) {
        if (random.nextInt(oneIn) == 0) {
            action.run();
        }
    }
}
