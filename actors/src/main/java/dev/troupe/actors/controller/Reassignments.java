package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.ReassignmentsChanged;
import dev.troupe.actors.controller.ReplicaStateMachine.ReplicaId;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand.AlterReassignments;
import dev.troupe.protocol.controller.ControllerCommand.ReassignmentOutcome;
import dev.troupe.protocol.controller.ControllerCommand.ReassignmentResults;
import dev.troupe.protocol.controller.ControllerReport.ReassignmentReport;
import dev.troupe.protocol.controller.ReassignmentWish;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Moves partitions to other brokers (C13, KIP-455). A partition is assigned to old and new brokers together until the new ones are
 * in sync; then leadership moves if it must, and the old ones go. What is on its way stands in the state, so another controller goes
 * on with it; it can be replaced or taken back at any point, whether the brokers that were to get the partition are live or not.
 */
final class Reassignments {
    private Reassignments() {}

    static Outcome<ReassignmentResults> decide(
            ControllerState state, AlterReassignments command, Circumstances circumstances) {
        Draft draft = new Draft(state, circumstances.nowMs());
        String cause = "asked by " + command.requester();
        Map<TopicPartition, ReassignmentOutcome> outcomes = new LinkedHashMap<>();
        for (ReassignmentWish wish : command.wishes()) {
            try {
                PartitionId id = draft.state()
                        .find(wish.partition())
                        .orElseThrow(() -> new Refusal(
                                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                                "There is no partition " + wish.partition() + "."));
                List<Integer> target = wish.replicas();
                if (target == null) {
                    takeBack(draft, id, cause);
                } else {
                    begin(draft, id, target, command.mayChangeFactor(), cause);
                }
                outcomes.put(wish.partition(), new ReassignmentOutcome(ErrorCode.NONE, null));
            } catch (Refusal refusal) {
                outcomes.put(wish.partition(), new ReassignmentOutcome(refusal.error(), refusal.text()));
            }
        }
        return draft.outcome(new ReassignmentResults(ErrorCode.NONE, outcomes));
    }

    private static void begin(Draft draft, PartitionId id, List<Integer> target, boolean mayChangeFactor, String cause)
            throws Refusal {
        check(draft.state(), id, target, mayChangeFactor);
        abandon(draft, id, target, cause);
        PartitionState partition = draft.state().topics().partition(id);
        List<Integer> adding = target.stream()
                .filter(broker -> !partition.replicas().contains(broker)
                        || partition.reassignment().adding().contains(broker))
                .toList();
        List<Integer> removing = without(partition.replicas(), target);
        List<Integer> all = new ArrayList<>(target);
        all.addAll(removing);
        assign(draft, id, all, new Reassignment(adding, removing), cause);
        up(draft, id, without(adding, partition.replicas()), cause);
        endThoseInSync(draft, List.of(id));
    }

    private static void check(ControllerState state, PartitionId id, List<Integer> target, boolean mayChangeFactor)
            throws Refusal {
        PartitionState partition = state.topics().partition(id);
        int factor =
                without(partition.replicas(), partition.reassignment().adding()).size();
        Assignments.check(state, List.of(target), target.size());
        if (!mayChangeFactor && target.size() != factor) {
            throw new Refusal(
                    ErrorCode.INVALID_REPLICATION_FACTOR,
                    "The replication factor is " + factor + " and would become " + target.size() + ".");
        }
        for (int broker : target) {
            ReplicaStatus status = partition.replica(broker);
            if (status == ReplicaStatus.DELETION_STARTED || status == ReplicaStatus.DELETION_SUCCESSFUL) {
                throw new Refusal(
                        ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                        "Broker " + broker + " is still removing an earlier replica; try again in a moment.");
            }
        }
    }

    /** Drops what an earlier reassignment was adding and the next does not want, where that costs nobody anything. */
    private static void abandon(Draft draft, PartitionId id, List<Integer> target, String cause) {
        PartitionState partition = draft.state().topics().partition(id);
        List<Integer> unwanted = without(partition.reassignment().adding(), target);
        List<Integer> isr = without(partition.isr(), unwanted);
        if (unwanted.isEmpty()
                || isr.isEmpty()
                || unwanted.contains(partition.leader())
                || partition.status() != PartitionStatus.ONLINE) {
            return;
        }
        shrinkIsr(draft, id, isr, cause);
        assign(
                draft,
                id,
                without(partition.replicas(), unwanted),
                new Reassignment(
                        without(partition.reassignment().adding(), unwanted),
                        partition.reassignment().removing()),
                cause);
        drop(draft, id, unwanted, cause);
    }

    private static void takeBack(Draft draft, PartitionId id, String cause) throws Refusal {
        PartitionState partition = draft.state().topics().partition(id);
        if (!partition.reassignment().underWay()) {
            throw new Refusal(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS, "No reassignment of it is under way.");
        }
        List<Integer> adding = partition.reassignment().adding();
        List<Integer> rest = without(partition.replicas(), adding);
        List<Integer> isr = without(partition.isr(), adding);
        boolean offline = partition.status() != PartitionStatus.ONLINE;
        if (isr.isEmpty() || (offline && !isr.equals(partition.isr())) || !leadsOneOf(draft, id, rest, cause)) {
            throw new Refusal(
                    ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                    "Only brokers that it was being moved to can lead it now: taking that back would lose records.");
        }
        shrinkIsr(draft, id, isr, cause);
        assign(draft, id, rest, Reassignment.NONE, cause);
        drop(draft, id, adding, cause);
    }

    /** Ends those reassignments whose new replicas are all in sync. */
    static void endThoseInSync(Draft draft, Collection<PartitionId> partitions) {
        for (PartitionId id : List.copyOf(partitions)) {
            Optional<TopicState> topic = draft.state().topics().find(id.topic()).filter(found -> !found.deleting());
            if (topic.isPresent()) {
                end(draft, id);
            }
        }
    }

    private static void end(Draft draft, PartitionId id) {
        PartitionState partition = draft.state().topics().partition(id);
        Reassignment reassignment = partition.reassignment();
        List<Integer> target = without(partition.replicas(), reassignment.removing());
        List<Integer> isr = without(partition.isr(), reassignment.removing());
        String cause = "the new replicas are in sync";
        if (!reassignment.underWay()
                || partition.status() != PartitionStatus.ONLINE
                || !partition.isr().containsAll(reassignment.adding())
                || isr.isEmpty()
                || !leadsOneOf(draft, id, target, cause)) {
            return;
        }
        shrinkIsr(draft, id, isr, cause);
        assign(draft, id, target, Reassignment.NONE, cause);
        drop(draft, id, reassignment.removing(), cause);
    }

    /** Whether the leader is one of these, or can be: leadership moves then. An offline partition is led by nobody else. */
    private static boolean leadsOneOf(Draft draft, PartitionId id, List<Integer> brokers, String cause) {
        PartitionState partition = draft.state().topics().partition(id);
        return partition.status() != PartitionStatus.ONLINE
                || brokers.contains(partition.leader())
                || PartitionStateMachine.elect(draft, List.of(id), new LeaderSelector.Reassignment(brokers), cause)
                        .isEmpty();
    }

    private static void shrinkIsr(Draft draft, PartitionId id, List<Integer> isr, String cause) {
        List<Integer> now = draft.state().topics().partition(id).isr().stream()
                .filter(isr::contains)
                .toList();
        if (!now.equals(draft.state().topics().partition(id).isr())) {
            PartitionStateMachine.changeIsr(draft, Map.of(id, now), cause);
        }
    }

    private static void assign(
            Draft draft, PartitionId id, List<Integer> replicas, Reassignment reassignment, String cause) {
        ReassignmentChange change = new ReassignmentChange(
                id.topic(), id.partition(), replicas, reassignment.adding(), reassignment.removing());
        draft.add(new ReassignmentsChanged(List.of(change), draft.nowMs(), cause));
    }

    /** New replicas: Online on live brokers, Offline on others. */
    private static void up(Draft draft, PartitionId id, List<Integer> brokers, String cause) {
        PartitionState partition = draft.state().topics().partition(id);
        List<Integer> unknown = brokers.stream()
                .filter(broker -> partition.replica(broker) == ReplicaStatus.NON_EXISTENT)
                .toList();
        ReplicaStateMachine.move(draft, replicas(id, unknown), ReplicaStatus.NEW, cause);
        List<Integer> live = brokers.stream().filter(draft.state()::live).toList();
        ReplicaStateMachine.move(draft, replicas(id, live), ReplicaStatus.ONLINE, cause);
        ReplicaStateMachine.move(draft, replicas(id, without(brokers, live)), ReplicaStatus.OFFLINE, cause);
    }

    /** Replicas that are not assigned any more: their brokers stop them and remove the files, at once or when they are back. */
    private static void drop(Draft draft, PartitionId id, List<Integer> brokers, String cause) {
        PartitionState partition = draft.state().topics().partition(id);
        List<Integer> serving = brokers.stream()
                .filter(broker -> partition.replica(broker).serving())
                .toList();
        ReplicaStateMachine.move(draft, replicas(id, serving), ReplicaStatus.OFFLINE, cause);
        TopicDeletion.removeFiles(draft, replicas(id, brokers), cause);
    }

    /** Dropped replicas whose files are gone exist no more. */
    static void forget(Draft draft, int broker, Collection<PartitionId> removed) {
        List<ReplicaId> gone = removed.stream()
                .filter(id -> draft.state()
                        .topics()
                        .find(id.topic())
                        .filter(topic -> !topic.deleting())
                        .isPresent())
                .filter(id -> draft.state().topics().partition(id).replica(broker) == ReplicaStatus.DELETION_SUCCESSFUL)
                .map(id -> new ReplicaId(id, broker))
                .toList();
        ReplicaStateMachine.move(draft, gone, ReplicaStatus.NON_EXISTENT, "the files of the dropped replica are gone");
    }

    /** All that are under way. */
    static List<ReassignmentReport> underWay(ControllerState state) {
        return state.topics().byId().values().stream()
                .filter(topic -> !topic.deleting())
                .flatMap(topic -> TopicDeletion.partitions(topic).stream())
                .filter(id -> state.topics().partition(id).reassignment().underWay())
                .map(id -> report(state, id))
                .toList();
    }

    private static ReassignmentReport report(ControllerState state, PartitionId id) {
        PartitionState partition = state.topics().partition(id);
        return new ReassignmentReport(
                state.name(id),
                partition.replicas(),
                partition.reassignment().adding(),
                partition.reassignment().removing());
    }

    private static List<ReplicaId> replicas(PartitionId id, List<Integer> brokers) {
        return brokers.stream().map(broker -> new ReplicaId(id, broker)).toList();
    }

    private static List<Integer> without(List<Integer> brokers, List<Integer> others) {
        return brokers.stream().filter(broker -> !others.contains(broker)).toList();
    }
}
