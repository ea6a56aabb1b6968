package dev.troupe.actors.controller;

import static dev.troupe.actors.controller.World.newTopic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.IsrChange;
import dev.troupe.protocol.controller.NewPartitions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random schedules of brokers dying, coming back and shutting down while topics are created, grown, deleted and led. After every
 * step the invariants hold, no state machine has refused a step, and the journal replays to the same state.
 */
class ControllerSimulationTest {
    private static final int STEPS = 400;

    private final World world = new World().brokers(1, 2, 3, 4);
    private final Map<PartitionId, Integer> epochs = new HashMap<>();
    private Random random = new Random();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void invariantsHoldWhateverHappens(long seed) {
        random = new Random(seed);
        for (int step = 0; step < STEPS; step++) {
            String what = step();
            assertInvariants("seed " + seed + " step " + step + ": " + what);
        }
        settle();
        assertThat(ControllerReports.of(world.state()).deletions())
                .as("seed %d: deletions once every broker is up and has answered", seed)
                .isEmpty();
        ControllerState replayed = ControllerState.EMPTY;
        for (ControllerEvent event : world.journal) {
            replayed = ControllerLogic.evolve(replayed, event);
        }
        assertThat(replayed).as("seed %d: replay", seed).isEqualTo(world.state());
    }

    private String step() {
        int broker = 1 + random.nextInt(4);
        String topic = "t" + random.nextInt(6);
        switch (random.nextInt(9)) {
            case 0 -> world.create(newTopic(topic, 1 + random.nextInt(3), 1 + random.nextInt(3)));
            case 1 -> world.delete(topic);
            case 2 -> world.grow(new NewPartitions(topic, 1 + random.nextInt(5), List.of()), false);
            case 3 -> world.kill(broker);
            case 4 -> world.start(broker, null);
            case 5 -> {
                if (world.state().live(broker)) {
                    world.shutDown(broker);
                }
            }
            case 6 -> confirm(broker);
            case 7 -> world.elect(random.nextBoolean(), null);
            case 8 -> expandIsr(new TopicPartition(topic, 0));
            default -> throw new AssertionError();
        }
        return "broker " + broker + ", topic " + topic + ", " + world.journal.getLast();
    }

    /** The broker answers some of the deletions that it was asked for. */
    private void confirm(int broker) {
        List<PartitionId> asked = world.state().topics().on(broker).stream()
                .filter(id -> world.state().topics().partition(id).replica(broker) == ReplicaStatus.DELETION_STARTED)
                .toList();
        asked.forEach(id -> world.removed(broker, id));
    }

    private void expandIsr(TopicPartition name) {
        world.state().find(name).ifPresent(id -> {
            PartitionState partition = world.state().topics().partition(id);
            if (partition.status() == PartitionStatus.ONLINE) {
                List<Integer> isr = new ArrayList<>(partition.isr());
                partition.replicas().stream()
                        .filter(replica -> world.state().mayLead(replica) && !isr.contains(replica))
                        .forEach(isr::add);
                world.isr(
                        partition.leader(),
                        new IsrChange(name, partition.leaderEpoch(), partition.partitionEpoch(), isr));
            }
        });
    }

    private void settle() {
        for (int broker = 1; broker <= 4; broker++) {
            world.start(broker, null);
        }
        for (int broker = 1; broker <= 4; broker++) {
            confirm(broker);
        }
    }

    private void assertInvariants(String when) {
        assertThat(world.refused).as("%s: refused steps", when).isEmpty();
        ControllerState state = world.state();
        for (TopicState topic : state.topics().byId().values()) {
            for (int p = 0; p < topic.partitions().size(); p++) {
                assertInvariants(when + ": " + topic.name() + "-" + p, state, topic, new PartitionId(topic.id(), p));
            }
        }
        for (TopicState topic : state.topics().byId().values()) {
            assertThat(state.topics()
                            .listed(topic.name())
                            .map(TopicState::id)
                            .filter(topic.id()::equals)
                            .isPresent())
                    .as("%s: %s is listed unless it is being deleted", when, topic.name())
                    .isEqualTo(!topic.deleting());
        }
    }

    private void assertInvariants(String what, ControllerState state, TopicState topic, PartitionId id) {
        PartitionState partition = state.topics().partition(id);
        assertThat(partition.leaderEpoch())
                .as("%s: leader epochs only rise", what)
                .isGreaterThanOrEqualTo(epochs.getOrDefault(id, -1));
        epochs.put(id, partition.leaderEpoch());
        assertThat(partition.isr()).as("%s: an ISR is never empty", what).isNotEmpty();
        if (partition.status() == PartitionStatus.ONLINE) {
            assertThat(state.live(partition.leader()))
                    .as("%s: leaders are live", what)
                    .isTrue();
            assertThat(partition.isr())
                    .as("%s: members of an ISR are live", what)
                    .allMatch(state::live);
        }
        if (topic.deleting()) {
            assertThat(partition.status())
                    .as("%s: what is being deleted has no leader", what)
                    .isEqualTo(PartitionStatus.OFFLINE);
        }
        for (int replica : partition.replicas()) {
            if (partition.replica(replica) == ReplicaStatus.ONLINE) {
                assertThat(state.live(replica))
                        .as("%s: online replicas are on live brokers", what)
                        .isTrue();
            }
            assertThat(state.topics().on(replica))
                    .as("%s: the index knows it", what)
                    .contains(id);
        }
    }
}
