package dev.troupe.actors.controller;

import static dev.troupe.actors.controller.PartitionStatus.NEW;
import static dev.troupe.actors.controller.PartitionStatus.NON_EXISTENT;
import static dev.troupe.actors.controller.PartitionStatus.OFFLINE;
import static dev.troupe.actors.controller.PartitionStatus.ONLINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.controller.ControllerEvent.LeaderElectedUncleanly;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every step that a partition can and cannot take, and every way to a leader (P1 to P3). */
class PartitionStateMachineLogicTest {
    private final World world = new World().brokers(1, 2, 3);

    @Test
    void theseStepsAreLegalAndNoOthers() {
        Set<List<PartitionStatus>> allowed = Stream.of(PartitionStatus.values())
                .flatMap(from -> Stream.of(PartitionStatus.values())
                        .filter(from::mayBecome)
                        .map(to -> List.of(from, to)))
                .collect(Collectors.toSet());

        assertThat(allowed)
                .containsExactlyInAnyOrder(
                        List.of(NON_EXISTENT, NEW),
                        List.of(NEW, ONLINE),
                        List.of(NEW, OFFLINE),
                        List.of(ONLINE, ONLINE),
                        List.of(ONLINE, OFFLINE),
                        List.of(OFFLINE, ONLINE),
                        List.of(OFFLINE, NON_EXISTENT));
    }

    @Test
    void anIllegalStepIsNamedAndChangesNothingWhileTheRestOfTheBatchGoesOn() {
        PartitionId online = new PartitionId(world.topic("a", List.of(1)), 0);
        PartitionId offline = new PartitionId(world.topic("b", List.of(2)), 0);
        world.kill(2);
        Draft draft = new Draft(world.state(), 0);

        PartitionStateMachine.stop(draft, List.of(offline, online), "test");

        Outcome<Integer> outcome = draft.outcome(0);
        assertThat(outcome.refused()).containsExactly("partition b-0 from OFFLINE to OFFLINE");
        assertThat(draft.state().topics().partition(offline))
                .isEqualTo(world.state().topics().partition(offline));
        assertThat(draft.state().topics().partition(online).status()).isEqualTo(OFFLINE);
    }

    @Test
    void aNewPartitionIsLedByItsFirstLiveReplicaAndAllLiveOnesAreInSync() {
        world.kill(2);

        PartitionState partition = world.partition(world.topic("t", List.of(2, 3, 1)));

        assertThat(partition.status()).isEqualTo(ONLINE);
        assertThat(partition.leader()).isEqualTo(3);
        assertThat(partition.isr()).containsExactly(3, 1);
        assertThat(partition.leaderEpoch()).isZero();
        assertThat(partition.replica(2)).isEqualTo(ReplicaStatus.OFFLINE);
    }

    @Test
    void everyChangeOfLeaderRaisesTheLeaderEpoch() {
        TopicId topic = world.topic("t", List.of(1, 2));

        world.kill(1);

        assertThat(world.partition(topic).leader()).isEqualTo(2);
        assertThat(world.partition(topic).leaderEpoch()).isEqualTo(1);
    }

    @Test
    void aChangeOfIsrKeepsTheLeaderEpochAndRaisesThePartitionEpoch() {
        TopicId topic = world.topic("t", List.of(1, 2));
        PartitionState before = world.partition(topic);

        world.kill(2);

        assertThat(world.partition(topic).leaderEpoch()).isEqualTo(before.leaderEpoch());
        assertThat(world.partition(topic).partitionEpoch()).isGreaterThan(before.partitionEpoch());
        assertThat(world.partition(topic).isr()).containsExactly(1);
    }

    @Test
    void theLastInSyncReplicaIsRememberedWhileItIsDown() {
        TopicId topic = world.topic("t", List.of(1, 2));
        world.kill(2);

        world.kill(1);
        world.start(2, null);

        assertThat(world.partition(topic).status()).isEqualTo(OFFLINE);
        assertThat(world.partition(topic).leader()).isEqualTo(PartitionInfo.NO_LEADER);
        assertThat(world.partition(topic).isr()).containsExactly(1);

        world.start(1, null);

        assertThat(world.partition(topic).leader()).isEqualTo(1);
        assertThat(world.partition(topic).isr()).containsExactly(1);
    }

    @Test
    void onlyWhereTheTopicAllowsItAnyLiveReplicaLeadsAndThatIsRecorded() {
        TopicId topic = world.topic("t", List.of(List.of(1, 2)), Map.of("unclean.leader.election.enable", "true"));
        world.kill(2);
        world.kill(1);

        world.start(2, null);

        assertThat(world.partition(topic).leader()).isEqualTo(2);
        assertThat(world.partition(topic).isr()).containsExactly(2);
        assertThat(world.journal).hasAtLeastOneElementOfType(LeaderElectedUncleanly.class);
    }

    @Test
    void selectorsChooseAsTheyAreNamed() {
        TopicId topic = world.topic("t", List.of(1, 2, 3));
        PartitionId id = new PartitionId(topic, 0);
        ControllerState state = world.state();

        assertThat(new LeaderSelector.Offline(false)
                        .select(state, id)
                        .orElseThrow()
                        .leader())
                .isEqualTo(1);
        assertThat(new LeaderSelector.Reassignment(List.of(3, 2))
                        .select(state, id)
                        .orElseThrow()
                        .leader())
                .isEqualTo(3);
        assertThat(new LeaderSelector.ControlledShutdown(1).select(state, id).orElseThrow())
                .isEqualTo(new LeaderSelector.Choice(2, List.of(2, 3), false));
        world.kill(1);
        assertThat(new LeaderSelector.Preferred().select(world.state(), id)).isEmpty();
        world.start(1, null);
        assertThat(new LeaderSelector.Preferred().select(world.state(), id))
                .as("up again, but not in sync yet")
                .isEmpty();
    }
}
