package dev.troupe.actors.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerReport.ReassignmentReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Moving a partition to other brokers (C13). */
class ReassignmentsTest {
    private static final TopicPartition ORDERS = new TopicPartition("orders", 0);

    private final World world = new World().brokers(1, 2, 3, 4, 5);
    private final TopicId orders = world.topic("orders", List.of(1, 2));

    @Test
    void newReplicasServeBesideTheOldOnesUntilAllAreInSync() {
        assertThat(world.reassign(ORDERS, List.of(3, 4))).isEqualTo(ErrorCode.NONE);

        assertThat(partition().replicas()).containsExactly(3, 4, 1, 2);
        assertThat(partition().leader()).isEqualTo(1);
        assertThat(partition().replica(3)).isEqualTo(ReplicaStatus.ONLINE);
        assertThat(underWay())
                .containsExactly(new ReassignmentReport(ORDERS, List.of(3, 4, 1, 2), List.of(3, 4), List.of(1, 2)));

        world.isr(orders, 1, List.of(1, 2, 3));
        assertThat(underWay()).hasSize(1);
    }

    @Test
    void leadershipMovesAndTheOldReplicasGoOnceTheNewOnesAreInSync() {
        world.reassign(ORDERS, List.of(3, 4));
        world.isr(orders, 1, List.of(1, 2, 3, 4));

        assertThat(underWay()).isEmpty();
        assertThat(partition().replicas()).containsExactly(3, 4);
        assertThat(partition().isr()).containsExactly(3, 4);
        assertThat(partition().leader()).isEqualTo(3);
        assertThat(partition().leaderEpoch()).isEqualTo(1);
        assertThat(partition().replica(1)).isEqualTo(ReplicaStatus.DELETION_STARTED);

        world.removed(1, new PartitionId(orders, 0));
        world.removed(2, new PartitionId(orders, 0));
        assertThat(partition().holders()).containsExactlyInAnyOrder(3, 4);
        assertThat(world.state().topics().on(1)).isEmpty();
    }

    @Test
    void aLeaderThatStaysIsNotElectedAgain() {
        world.reassign(ORDERS, List.of(1, 3));
        world.isr(orders, 1, List.of(1, 2, 3));

        assertThat(partition().replicas()).containsExactly(1, 3);
        assertThat(partition().leaderEpoch()).isZero();
    }

    @Test
    void anotherOrderIsTakenAtOnce() {
        assertThat(world.reassign(ORDERS, List.of(2, 1))).isEqualTo(ErrorCode.NONE);

        assertThat(underWay()).isEmpty();
        assertThat(partition().preferredLeader()).isEqualTo(2);
    }

    @Test
    void fewerReplicasAreTakenAtOnce() {
        world.reassign(ORDERS, List.of(2));

        assertThat(underWay()).isEmpty();
        assertThat(partition().leader()).isEqualTo(2);
        assertThat(partition().replica(1)).isEqualTo(ReplicaStatus.DELETION_STARTED);
    }

    @Test
    void itIsTakenBackEvenWhereTheNewBrokersAreDead() {
        world.reassign(ORDERS, List.of(3, 4));
        world.isr(orders, 1, List.of(1, 2, 3));
        world.kill(4);

        assertThat(world.reassign(ORDERS, null)).isEqualTo(ErrorCode.NONE);

        assertThat(underWay()).isEmpty();
        assertThat(partition().replicas()).containsExactly(1, 2);
        assertThat(partition().isr()).containsExactly(1, 2);
        assertThat(partition().replica(3)).isEqualTo(ReplicaStatus.DELETION_STARTED);
        assertThat(partition().replica(4)).isEqualTo(ReplicaStatus.DELETION_INELIGIBLE);

        world.start(4, null);
        assertThat(partition().replica(4)).isEqualTo(ReplicaStatus.DELETION_STARTED);
        assertThat(world.reassign(ORDERS, null)).isEqualTo(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS);
    }

    @Test
    void anotherTargetTakesItsPlace() {
        world.reassign(ORDERS, List.of(3, 4));

        assertThat(world.reassign(ORDERS, List.of(3, 5))).isEqualTo(ErrorCode.NONE);

        assertThat(partition().replicas()).containsExactly(3, 5, 1, 2);
        assertThat(partition().reassignment()).isEqualTo(new Reassignment(List.of(3, 5), List.of(1, 2)));
        assertThat(partition().replica(4)).isEqualTo(ReplicaStatus.DELETION_STARTED);
    }

    @Test
    void itGoesOnWhenTheOldLeaderDies() {
        world.reassign(ORDERS, List.of(3, 4));
        world.isr(orders, 1, List.of(1, 2, 3));
        world.kill(1);
        assertThat(partition().leader()).isEqualTo(3);

        world.isr(orders, 3, List.of(2, 3, 4));

        assertThat(partition().replicas()).containsExactly(3, 4);
        assertThat(partition().replica(1)).isEqualTo(ReplicaStatus.DELETION_INELIGIBLE);
    }

    @Test
    void itIsNotTakenBackWhereThatWouldLoseRecords() {
        world.reassign(ORDERS, List.of(3));
        world.kill(2);
        world.reassign(ORDERS, List.of(3, 4));
        world.isr(orders, 1, List.of(1, 3));
        world.kill(1);

        assertThat(world.reassign(ORDERS, null)).isEqualTo(ErrorCode.INVALID_REPLICA_ASSIGNMENT);
        assertThat(underWay()).hasSize(1);
    }

    @Test
    void badWishesAreRefused() {
        assertThat(world.reassign(ORDERS, List.of())).isEqualTo(ErrorCode.INVALID_REPLICA_ASSIGNMENT);
        assertThat(world.reassign(ORDERS, List.of(3, 3))).isEqualTo(ErrorCode.INVALID_REPLICA_ASSIGNMENT);
        assertThat(world.reassign(ORDERS, List.of(9))).isEqualTo(ErrorCode.INVALID_REPLICA_ASSIGNMENT);
        assertThat(world.reassign(new TopicPartition("orders", 7), List.of(3)))
                .isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(world.journal.getLast()).isNotInstanceOf(ControllerEvent.ReassignmentsChanged.class);
    }

    private PartitionState partition() {
        return world.partition(orders);
    }

    private List<ReassignmentReport> underWay() {
        return ControllerReports.of(world.state()).reassignments();
    }
}
