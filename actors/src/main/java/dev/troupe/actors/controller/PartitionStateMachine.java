package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.LeaderElectedUncleanly;
import dev.troupe.actors.controller.ControllerEvent.PartitionsChanged;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Moves batches of partitions through their states (P1 to P3). A step that is not legal is refused and changes nothing; the rest
 * of the batch goes on. NonExistent to New is the creation of the topic or partition itself.
 */
final class PartitionStateMachine {
    private PartitionStateMachine() {}

    /**
     * New to Online: the first assigned replica whose broker may lead becomes leader, all live ones the ISR, leader epoch 0 (P2).
     * Where none may, the partition goes Offline, and waits for its replicas.
     */
    static void start(Draft draft, Collection<PartitionId> partitions, String cause) {
        List<PartitionChange> changes = new ArrayList<>();
        for (PartitionId id : partitions) {
            PartitionState partition = draft.state().topics().partition(id);
            List<Integer> live =
                    partition.replicas().stream().filter(draft.state()::live).toList();
            Optional<Integer> leader =
                    partition.replicas().stream().filter(draft.state()::mayLead).findFirst();
            if (leader.isPresent()) {
                step(draft, changes, id, PartitionStatus.ONLINE, leader.get(), 0, live);
            } else {
                step(draft, changes, id, PartitionStatus.OFFLINE, PartitionInfo.NO_LEADER, -1, partition.replicas());
            }
        }
        commit(draft, changes, cause);
    }

    /**
     * Online or Offline to Online by way of a selector (P3). Every change of leader raises the leader epoch.
     *
     * @return the partitions for which the selector found no leader: they stay as they are
     */
    static List<PartitionId> elect(
            Draft draft, Collection<PartitionId> partitions, LeaderSelector selector, String cause) {
        List<PartitionChange> changes = new ArrayList<>();
        List<LeaderElectedUncleanly> unclean = new ArrayList<>();
        List<PartitionId> leaderless = new ArrayList<>();
        for (PartitionId id : partitions) {
            PartitionState partition = draft.state().topics().partition(id);
            Optional<LeaderSelector.Choice> found = selector.select(draft.state(), id);
            if (found.isEmpty()) {
                leaderless.add(id);
                continue;
            }
            LeaderSelector.Choice choice = found.get();
            int epoch = partition.leaderEpoch() + (choice.leader() == partition.leader() ? 0 : 1);
            boolean taken = step(draft, changes, id, PartitionStatus.ONLINE, choice.leader(), epoch, choice.isr());
            if (taken && choice.unclean()) {
                unclean.add(new LeaderElectedUncleanly(
                        id.topic(), id.partition(), choice.leader(), epoch, partition.isr(), draft.nowMs(), cause));
            }
        }
        commit(draft, changes, cause);
        unclean.forEach(draft::add);
        return leaderless;
    }

    /** Online to Online with the same leader and another ISR. */
    static void changeIsr(Draft draft, Map<PartitionId, List<Integer>> wanted, String cause) {
        List<PartitionChange> changes = new ArrayList<>();
        wanted.forEach((id, isr) -> {
            PartitionState partition = draft.state().topics().partition(id);
            step(draft, changes, id, PartitionStatus.ONLINE, partition.leader(), partition.leaderEpoch(), isr);
        });
        commit(draft, changes, cause);
    }

    /** To Offline: no leader, and the ISR is remembered. Raises the leader epoch, so that a deposed leader is fenced. */
    static void stop(Draft draft, Collection<PartitionId> partitions, String cause) {
        List<PartitionChange> changes = new ArrayList<>();
        for (PartitionId id : partitions) {
            PartitionState partition = draft.state().topics().partition(id);
            int epoch = partition.leaderEpoch() + 1;
            step(draft, changes, id, PartitionStatus.OFFLINE, PartitionInfo.NO_LEADER, epoch, partition.isr());
        }
        commit(draft, changes, cause);
    }

    /** Offline to NonExistent: what is left of it goes with its topic. */
    static void remove(Draft draft, Collection<PartitionId> partitions, String cause) {
        List<PartitionChange> changes = new ArrayList<>();
        for (PartitionId id : partitions) {
            PartitionState partition = draft.state().topics().partition(id);
            step(
                    draft,
                    changes,
                    id,
                    PartitionStatus.NON_EXISTENT,
                    PartitionInfo.NO_LEADER,
                    partition.leaderEpoch(),
                    partition.isr());
        }
        commit(draft, changes, cause);
    }

    private static boolean step(
            Draft draft,
            List<PartitionChange> changes,
            PartitionId id,
            PartitionStatus next,
            int leader,
            int leaderEpoch,
            List<Integer> isr) {
        PartitionState partition = draft.state().topics().partition(id);
        if (!partition.status().mayBecome(next)) {
            draft.refuse("partition " + draft.state().name(id) + " from " + partition.status() + " to " + next);
            return false;
        }
        changes.add(
                new PartitionChange(id.topic(), id.partition(), next, leader, leaderEpoch, isr, partition.replicas()));
        return true;
    }

    private static void commit(Draft draft, List<PartitionChange> changes, String cause) {
        if (!changes.isEmpty()) {
            draft.add(new PartitionsChanged(changes, draft.nowMs(), cause));
        }
    }
}
