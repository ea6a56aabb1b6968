package dev.troupe.actors.controller;

import static dev.troupe.actors.controller.World.newTopic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.IsrChange;
import dev.troupe.protocol.controller.NewPartitions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
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
        assertThat(ControllerReports.of(world.state()).reassignments())
                .as("seed %d: reassignments once every broker is up and in sync", seed)
                .isEmpty();
        world.state().topics().byId().values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .forEach(partition -> assertThat(partition.holders())
                        .as("seed %d: nothing is left of dropped replicas", seed)
                        .containsExactlyInAnyOrderElementsOf(partition.replicas()));
        ControllerState replayed = ControllerState.EMPTY;
        for (ControllerEvent event : world.journal) {
            replayed = ControllerLogic.evolve(replayed, event);
        }
        assertThat(replayed).as("seed %d: replay", seed).isEqualTo(world.state());
    }

    private String step() {
        int broker = 1 + random.nextInt(4);
        String topic = "t" + random.nextInt(6);
        switch (random.nextInt(11)) {
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
            case 8, 9 -> expandIsr(new TopicPartition(topic, random.nextInt(3)));
            case 10 -> world.reassign(new TopicPartition(topic, random.nextInt(3)), target());
            default -> throw new AssertionError();
        }
        return "broker " + broker + ", topic " + topic + ", " + world.journal.getLast();
    }

    /** Some brokers, or null to take a reassignment back. */
    private @Nullable List<Integer> target() {
        List<Integer> brokers = new ArrayList<>(List.of(1, 2, 3, 4));
        Collections.shuffle(brokers, random);
        int replicas = random.nextInt(4);
        return replicas == 0 ? null : brokers.subList(0, replicas);
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
        world.state().topics().byId().values().stream()
                .filter(topic -> !topic.deleting())
                .flatMap(topic -> TopicDeletion.partitions(topic).stream())
                .map(world.state()::name)
                .forEach(this::expandIsr);
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
        List<Integer> onTheWay = new ArrayList<>(partition.reassignment().adding());
        onTheWay.addAll(partition.reassignment().removing());
        assertThat(partition.replicas().containsAll(onTheWay))
                .as("%s: what is on its way is assigned", what)
                .isTrue();
        assertThat(Collections.disjoint(
                        partition.reassignment().adding(),
                        partition.reassignment().removing()))
                .as("%s: nothing is added and removed at once", what)
                .isTrue();
        for (int replica : partition.holders()) {
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
