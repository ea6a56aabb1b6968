package dev.troupe.actors.controller;

import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A partition as the controller has it.
 *
 * @param status where it is in its life
 * @param replicas assigned brokers, the preferred leader first
 * @param isr in-sync replicas; of an offline partition those that may lead it again
 * @param leader broker id, or {@link PartitionInfo#NO_LEADER}
 * @param leaderEpoch raised by every change of leader, -1 before the first (P2: the first is 0)
 * @param partitionEpoch raised by every change
 * @param replicaStatuses where each replica is in its life; those that are being removed are in here, and not assigned any more
 * @param reassignment what of the assignment is on its way (C13)
 */
record PartitionState(
        PartitionStatus status,
        List<Integer> replicas,
        List<Integer> isr,
        int leader,
        int leaderEpoch,
        int partitionEpoch,
        Map<Integer, ReplicaStatus> replicaStatuses,
        @Nullable Reassignment reassignment) {
    PartitionState {
        replicas = List.copyOf(replicas);
        isr = List.copyOf(isr);
        replicaStatuses = Map.copyOf(replicaStatuses);
        // Snapshots of version 1 know of none.
        reassignment = reassignment == null ? Reassignment.NONE : reassignment;
        if ((status == PartitionStatus.ONLINE) != (leader != PartitionInfo.NO_LEADER)) {
            throw new IllegalStateException(
                    "a partition is online when it has a leader, and this is " + status + " led by " + leader);
        }
        if (status == PartitionStatus.ONLINE && !isr.contains(leader)) {
            throw new IllegalStateException("leader " + leader + " is not in the ISR " + isr);
        }
        if (!replicas.containsAll(isr)) {
            throw new IllegalStateException("the ISR " + isr + " has members that are not assigned: " + replicas);
        }
    }

    /** A partition that has been assigned and not been led. */
    static PartitionState created(List<Integer> replicas) {
        Map<Integer, ReplicaStatus> statuses = new HashMap<>();
        replicas.forEach(replica -> statuses.put(replica, ReplicaStatus.NEW));
        return new PartitionState(
                PartitionStatus.NEW, replicas, List.of(), PartitionInfo.NO_LEADER, -1, -1, statuses, Reassignment.NONE);
    }

    /** The brokers that have a replica, or one that is being removed. */
    Set<Integer> holders() {
        return replicaStatuses.keySet();
    }

    /** Where that broker's replica is in its life. */
    ReplicaStatus replica(int broker) {
        return replicaStatuses.getOrDefault(broker, ReplicaStatus.NON_EXISTENT);
    }

    /** With one replica moved on. */
    PartitionState withReplica(int broker, ReplicaStatus next) {
        Map<Integer, ReplicaStatus> statuses = new HashMap<>(replicaStatuses);
        if (next == ReplicaStatus.NON_EXISTENT) {
            statuses.remove(broker);
        } else {
            statuses.put(broker, next);
        }
        return new PartitionState(status, replicas, isr, leader, leaderEpoch, partitionEpoch, statuses, reassignment);
    }

    /** With what a {@link PartitionChange} says. */
    PartitionState with(PartitionChange change) {
        return new PartitionState(
                change.status(),
                change.replicas(),
                change.isr(),
                change.leader(),
                change.leaderEpoch(),
                partitionEpoch + 1,
                replicaStatuses,
                reassignment);
    }

    /** With another assignment, all of the ISR being in it. */
    PartitionState with(ReassignmentChange change) {
        return new PartitionState(
                status,
                change.replicas(),
                isr,
                leader,
                leaderEpoch,
                partitionEpoch + 1,
                replicaStatuses,
                new Reassignment(change.adding(), change.removing()));
    }

    /** What of the assignment is on its way. */
    @Override
    public Reassignment reassignment() {
        return Objects.requireNonNull(reassignment);
    }

    /** As brokers and clients see it. */
    PartitionInfo info(int partition) {
        return new PartitionInfo(partition, leader, leaderEpoch, partitionEpoch, replicas, isr);
    }

    /** The replica that leads where nothing stands against it. */
    int preferredLeader() {
        return replicas.getFirst();
    }
}
