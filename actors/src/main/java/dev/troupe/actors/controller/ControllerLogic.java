package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.ControllerElected;
import dev.troupe.actors.controller.ControllerEvent.ProducerIdsAllocated;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.broker.BrokerReply.ReplicaFailure;
import dev.troupe.protocol.controller.ControllerCommand.AllocateProducerIds;
import dev.troupe.protocol.controller.ControllerCommand.AlterConfigs;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartition;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartitionReply;
import dev.troupe.protocol.controller.ControllerCommand.AlterReassignments;
import dev.troupe.protocol.controller.ControllerCommand.ConfigResults;
import dev.troupe.protocol.controller.ControllerCommand.ControlledShutdown;
import dev.troupe.protocol.controller.ControllerCommand.CreatePartitions;
import dev.troupe.protocol.controller.ControllerCommand.CreateTopics;
import dev.troupe.protocol.controller.ControllerCommand.DeleteTopics;
import dev.troupe.protocol.controller.ControllerCommand.ElectLeaders;
import dev.troupe.protocol.controller.ControllerCommand.ElectionResults;
import dev.troupe.protocol.controller.ControllerCommand.ProducerIdBlock;
import dev.troupe.protocol.controller.ControllerCommand.ReassignmentResults;
import dev.troupe.protocol.controller.ControllerCommand.RegisterBroker;
import dev.troupe.protocol.controller.ControllerCommand.ShutdownReply;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Everything that the controller decides: pure functions from a state and a command to events and an answer. The deciders it
 * calls are one file each.
 */
final class ControllerLogic {
    /** Producer ids given out at once, as with Kafka. */
    static final int PRODUCER_ID_BLOCK = 1000;

    private ControllerLogic() {}

    /** The state after the event. */
    static ControllerState evolve(ControllerState state, ControllerEvent event) {
        return ControllerEvolution.evolve(state, event);
    }

    /** A controller takes office: the first event after every recovery raises the epoch (C3). */
    static Outcome<Integer> elect(ControllerState state, int node, String cause, Circumstances circumstances) {
        int epoch = state.epoch() + 1;
        return new Outcome<>(
                List.of(new ControllerElected(epoch, node, circumstances.nowMs(), cause)), List.of(), epoch);
    }

    /** See {@link BrokerLifecycle}. */
    static Outcome<Long> register(ControllerState state, RegisterBroker command, Circumstances circumstances) {
        return BrokerLifecycle.register(state, command, circumstances);
    }

    /** See {@link BrokerLifecycle}. */
    static Outcome<Integer> fence(
            ControllerState state, Collection<Integer> brokers, String cause, Circumstances circumstances) {
        return BrokerLifecycle.fence(state, brokers, cause, circumstances);
    }

    /** See {@link BrokerLifecycle}. */
    static Outcome<ShutdownReply> shutDown(
            ControllerState state, ControlledShutdown command, Circumstances circumstances) {
        return BrokerLifecycle.shutDown(state, command, circumstances);
    }

    /** See {@link TopicCreation}. */
    static Outcome<TopicResults> createTopics(
            ControllerState state, CreateTopics command, Circumstances circumstances) {
        return TopicCreation.decide(state, command, circumstances);
    }

    /** See {@link TopicDeletion}. */
    static Outcome<TopicResults> deleteTopics(
            ControllerState state, DeleteTopics command, Circumstances circumstances) {
        return TopicDeletion.decide(state, command, circumstances);
    }

    /** See {@link TopicGrowth}. */
    static Outcome<TopicResults> createPartitions(
            ControllerState state, CreatePartitions command, Circumstances circumstances) {
        return TopicGrowth.decide(state, command, circumstances);
    }

    /** See {@link ConfigChanges}. */
    static Outcome<ConfigResults> alterConfigs(
            ControllerState state, AlterConfigs command, Circumstances circumstances) {
        return ConfigChanges.decide(state, command, circumstances);
    }

    /** See {@link IsrChanges}. */
    static Outcome<AlterPartitionReply> alterPartition(
            ControllerState state, AlterPartition command, Circumstances circumstances) {
        return IsrChanges.decide(state, command, circumstances);
    }

    /** See {@link Reassignments}. */
    static Outcome<ReassignmentResults> reassign(
            ControllerState state, AlterReassignments command, Circumstances circumstances) {
        return Reassignments.decide(state, command, circumstances);
    }

    /** See {@link Elections}. */
    static Outcome<ElectionResults> electLeaders(
            ControllerState state, ElectLeaders command, Circumstances circumstances) {
        return Elections.decide(state, command, circumstances);
    }

    /** See {@link Elections}; how many leaderships move. */
    static Outcome<Integer> balance(ControllerState state, Circumstances circumstances) {
        return Elections.balance(state, circumstances);
    }

    /** The next block of producer ids. */
    static Outcome<ProducerIdBlock> allocateProducerIds(
            ControllerState state, AllocateProducerIds command, Circumstances circumstances) {
        ErrorCode error = BrokerLifecycle.checkEpoch(state, command.brokerId(), command.brokerEpoch());
        if (error != ErrorCode.NONE) {
            return Outcome.unchanged(new ProducerIdBlock(error, -1, 0));
        }
        Draft draft = new Draft(state, circumstances.nowMs());
        long first = state.nextProducerId();
        draft.add(new ProducerIdsAllocated(
                command.brokerId(), first, PRODUCER_ID_BLOCK, draft.nowMs(), "asked by broker " + command.brokerId()));
        return draft.outcome(new ProducerIdBlock(ErrorCode.NONE, first, PRODUCER_ID_BLOCK));
    }

    /**
     * A broker has carried out an order about its replicas.
     *
     * @param deletions partitions whose files it was to remove
     * @param failures replicas with which it failed: not removed, or not served
     */
    static Outcome<Boolean> replicasUpdated(
            ControllerState state,
            int broker,
            Collection<PartitionId> deletions,
            Collection<ReplicaFailure> failures,
            Circumstances circumstances) {
        Draft draft = new Draft(state, circumstances.nowMs());
        Function<ReplicaFailure, PartitionId> idOf = failure ->
                new PartitionId(failure.topicId(), failure.partition().partition());
        List<PartitionId> failed = failures.stream().map(idOf).toList();
        TopicDeletion.confirm(
                draft,
                broker,
                deletions.stream().filter(id -> !failed.contains(id)).toList(),
                deletions.stream().filter(failed::contains).toList());
        BrokerLifecycle.replicasFailed(
                draft,
                broker,
                failed.stream().filter(id -> !deletions.contains(id)).toList());
        return draft.outcome(true);
    }
}
