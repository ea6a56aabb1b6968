package dev.troupe.actors.controller;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartition;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartitionReply;
import dev.troupe.protocol.controller.ControllerCommand.PartitionOutcome;
import dev.troupe.protocol.controller.IsrChange;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Other ISRs, as leaders ask for them (L6, KIP-497). */
final class IsrChanges {
    private IsrChanges() {}

    static Outcome<AlterPartitionReply> decide(
            ControllerState state, AlterPartition command, Circumstances circumstances) {
        ErrorCode error = BrokerLifecycle.checkEpoch(state, command.brokerId(), command.brokerEpoch());
        if (error != ErrorCode.NONE) {
            return Outcome.unchanged(new AlterPartitionReply(error, Map.of()));
        }
        Draft draft = new Draft(state, circumstances.nowMs());
        Map<PartitionId, List<Integer>> wanted = new LinkedHashMap<>();
        Map<TopicPartition, PartitionOutcome> outcomes = new LinkedHashMap<>();
        for (IsrChange change : command.changes()) {
            ErrorCode refusal = check(state, command.brokerId(), change);
            Optional<PartitionId> id = state.find(change.partition());
            if (refusal == ErrorCode.NONE && id.isPresent()) {
                wanted.put(id.get(), change.isr());
            } else {
                outcomes.put(change.partition(), new PartitionOutcome(refusal, null));
            }
        }
        PartitionStateMachine.changeIsr(draft, wanted, "asked by its leader, broker " + command.brokerId());
        Reassignments.endThoseInSync(draft, wanted.keySet());
        wanted.keySet()
                .forEach(id -> outcomes.put(
                        draft.state().name(id),
                        new PartitionOutcome(
                                ErrorCode.NONE,
                                draft.state().topics().partition(id).info(id.partition()))));
        return draft.outcome(new AlterPartitionReply(ErrorCode.NONE, outcomes));
    }

    private static ErrorCode check(ControllerState state, int broker, IsrChange change) {
        Optional<PartitionId> id = state.find(change.partition());
        if (id.isEmpty()) {
            return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
        }
        PartitionState partition = state.topics().partition(id.get());
        if (change.leaderEpoch() > partition.leaderEpoch() || change.partitionEpoch() > partition.partitionEpoch()) {
            return ErrorCode.NOT_CONTROLLER;
        }
        if (change.leaderEpoch() < partition.leaderEpoch()) {
            return ErrorCode.FENCED_LEADER_EPOCH;
        }
        if (partition.leader() != broker) {
            return ErrorCode.INVALID_REQUEST;
        }
        if (change.partitionEpoch() < partition.partitionEpoch()) {
            return ErrorCode.INVALID_UPDATE_VERSION;
        }
        if (!change.isr().contains(broker) || !partition.replicas().containsAll(change.isr())) {
            return ErrorCode.INVALID_REQUEST;
        }
        return change.isr().stream().allMatch(state::mayLead) ? ErrorCode.NONE : ErrorCode.INELIGIBLE_REPLICA;
    }
}
