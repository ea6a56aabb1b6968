package dev.troupe.actors.controller;

import static dev.troupe.actors.controller.ReplicaStatus.DELETION_INELIGIBLE;
import static dev.troupe.actors.controller.ReplicaStatus.DELETION_STARTED;
import static dev.troupe.actors.controller.ReplicaStatus.DELETION_SUCCESSFUL;
import static dev.troupe.actors.controller.ReplicaStatus.NEW;
import static dev.troupe.actors.controller.ReplicaStatus.NON_EXISTENT;
import static dev.troupe.actors.controller.ReplicaStatus.OFFLINE;
import static dev.troupe.actors.controller.ReplicaStatus.ONLINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.controller.ReplicaStateMachine.ReplicaId;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.controller.ControllerReport;
import dev.troupe.protocol.controller.TopicRef;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every step that a replica can and cannot take, and the deletion of topics, which takes most of them (R1, R2). */
class ReplicaStateMachineLogicTest {
    private final World world = new World().brokers(1, 2);

    @Test
    void theseStepsAreLegalAndNoOthers() {
        Set<List<ReplicaStatus>> allowed = Stream.of(ReplicaStatus.values())
                .flatMap(from -> Stream.of(ReplicaStatus.values())
                        .filter(from::mayBecome)
                        .map(to -> List.of(from, to)))
                .collect(Collectors.toSet());

        assertThat(allowed)
                .containsExactlyInAnyOrder(
                        List.of(NON_EXISTENT, NEW),
                        List.of(NEW, ONLINE),
                        List.of(NEW, OFFLINE),
                        List.of(ONLINE, OFFLINE),
                        List.of(OFFLINE, ONLINE),
                        List.of(OFFLINE, DELETION_STARTED),
                        List.of(OFFLINE, DELETION_INELIGIBLE),
                        List.of(DELETION_STARTED, DELETION_SUCCESSFUL),
                        List.of(DELETION_STARTED, DELETION_INELIGIBLE),
                        List.of(DELETION_INELIGIBLE, OFFLINE),
                        List.of(DELETION_INELIGIBLE, ONLINE),
                        List.of(DELETION_SUCCESSFUL, NON_EXISTENT));
    }

    @Test
    void anIllegalStepIsNamedAndChangesNothingWhileTheRestOfTheBatchGoesOn() {
        PartitionId id = new PartitionId(world.topic("t", List.of(1, 2)), 0);
        world.kill(2);
        Draft draft = new Draft(world.state(), 0);

        ReplicaStateMachine.move(draft, List.of(new ReplicaId(id, 1), new ReplicaId(id, 2)), DELETION_STARTED, "test");

        assertThat(draft.outcome(0).refused())
                .containsExactly("replica t-0 on broker 1 from ONLINE to DELETION_STARTED");
        assertThat(draft.state().topics().partition(id).replica(1)).isEqualTo(ONLINE);
        assertThat(draft.state().topics().partition(id).replica(2)).isEqualTo(DELETION_STARTED);
    }

    @Test
    void aTopicBeingDeletedIsUnlistedAndWaitsForEveryBroker() {
        TopicId topic = world.topic("t", List.of(1, 2));
        PartitionId id = new PartitionId(topic, 0);

        assertThat(world.delete("t").error()).isEqualTo(ErrorCode.NONE);

        assertThat(world.state().topics().listed("t")).isEmpty();
        assertThat(world.partition(topic).replicaStatuses())
                .containsValue(DELETION_STARTED)
                .hasSize(2);
        world.removed(1, id);
        assertThat(deletions())
                .flatExtracting(ControllerReport.Deletion::waitsFor)
                .containsExactly("t-0@2");
        world.removed(2, id);
        assertThat(world.state().topics().find(topic)).isEmpty();
        assertThat(world.state().topics().on(1)).isEmpty();
        assertThat(world.refused).isEmpty();
    }

    @Test
    void aDeadBrokerHoldsADeletionUpUntilItIsBack() {
        TopicId topic = world.topic("t", List.of(1, 2));
        PartitionId id = new PartitionId(topic, 0);
        world.kill(2);
        world.delete("t");
        world.removed(1, id);

        assertThat(world.partition(topic).replica(2)).isEqualTo(DELETION_INELIGIBLE);
        world.start(2, null);
        assertThat(world.partition(topic).replica(2)).isEqualTo(DELETION_STARTED);
        world.removed(2, id);

        assertThat(world.state().topics().find(topic)).isEmpty();
        assertThat(world.refused).isEmpty();
    }

    @Test
    void aBrokerThatDiesWhileItDeletesIsAskedAgain() {
        TopicId topic = world.topic("t", List.of(1));
        world.delete("t");

        world.kill(1);
        assertThat(world.partition(topic).replica(1)).isEqualTo(DELETION_INELIGIBLE);
        world.start(1, null);
        assertThat(world.partition(topic).replica(1)).isEqualTo(DELETION_STARTED);
    }

    @Test
    void aConfirmationThatComesTwiceIsNoStep() {
        PartitionId id = new PartitionId(world.topic("t", List.of(1, 2)), 0);
        world.delete("t");

        world.removed(1, id);
        world.removed(1, id);
        world.removed(2, id);
        world.removed(2, id);

        assertThat(world.refused).isEmpty();
    }

    @Test
    void aTopicCreatedAgainWhileTheOldOneIsBeingDeletedIsAnother() {
        TopicId first = world.topic("t", List.of(1));
        world.delete("t");

        TopicId second = world.topic("t", List.of(1));
        world.removed(1, new PartitionId(first, 0));

        assertThat(second).isNotEqualTo(first);
        assertThat(world.state().topics().listed("t").orElseThrow().id()).isEqualTo(second);
        assertThat(world.delete(new TopicRef(null, first)).error()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID);
    }

    private List<ControllerReport.Deletion> deletions() {
        return ControllerReports.of(world.state()).deletions();
    }
}
