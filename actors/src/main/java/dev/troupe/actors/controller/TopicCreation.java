package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.TopicCreated;
import dev.troupe.actors.controller.ReplicaStateMachine.ReplicaId;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicNames;
import dev.troupe.protocol.config.TopicConfigs;
import dev.troupe.protocol.controller.ControllerCommand.CreateTopics;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.NewTopic;
import dev.troupe.protocol.controller.TopicRef;
import dev.troupe.protocol.controller.TopicResult;
import dev.troupe.protocol.metadata.InternalTopics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates topics. Each of a request stands for itself: one that is refused does not stop the others. */
final class TopicCreation {
    /** The most partitions of one request, as with Kafka: more would be one very long decision. */
    static final int MOST_PARTITIONS = 10_000;

    private TopicCreation() {}

    static Outcome<TopicResults> decide(ControllerState state, CreateTopics command, Circumstances circumstances) {
        Draft draft = new Draft(state, circumstances.nowMs());
        Placement placement = new Placement(state);
        List<TopicResult> results = new ArrayList<>();
        int partitions = 0;
        for (NewTopic topic : command.topics()) {
            TopicRef ref = new TopicRef(topic.name(), null);
            try {
                List<List<Integer>> replicas = check(draft.state(), topic, placement, circumstances.settings());
                partitions += replicas.size();
                if (partitions > MOST_PARTITIONS) {
                    throw new Refusal(
                            ErrorCode.POLICY_VIOLATION,
                            "Excessively large number of partitions per request: the most is " + MOST_PARTITIONS + ".");
                }
                TopicState created = create(draft, topic, replicas, circumstances, "asked by " + command.requester());
                results.add(new TopicResult(ref, ErrorCode.NONE, null, created.info()));
            } catch (Refusal refusal) {
                results.add(new TopicResult(ref, refusal.error(), refusal.text(), null));
            }
        }
        TopicResults reply = new TopicResults(results);
        return command.validateOnly() ? Outcome.unchanged(reply) : draft.outcome(reply);
    }

    private static List<List<Integer>> check(
            ControllerState state, NewTopic topic, Placement placement, ControllerSettings settings) throws Refusal {
        checkName(state, topic.name());
        Optional<String> problem = TopicConfigs.validate(topic.configs());
        if (problem.isPresent()) {
            throw new Refusal(ErrorCode.INVALID_CONFIG, problem.get());
        }
        if (!topic.assignments().isEmpty()) {
            return assigned(state, topic);
        }
        int partitions = topic.partitions() == -1 ? settings.numPartitions() : topic.partitions();
        int factor = topic.replicationFactor() == -1 ? settings.defaultReplicationFactor() : topic.replicationFactor();
        if (partitions <= 0) {
            throw new Refusal(
                    ErrorCode.INVALID_PARTITIONS, "Number of partitions was set to an invalid non-positive value.");
        }
        if (partitions > MOST_PARTITIONS) {
            throw new Refusal(
                    ErrorCode.POLICY_VIOLATION,
                    "Excessively large number of partitions per request: the most is " + MOST_PARTITIONS + ".");
        }
        checkFactor(factor, placement);
        return placement.place(partitions, factor);
    }

    private static void checkName(ControllerState state, String name) throws Refusal {
        Optional<String> problem = TopicNames.problem(name);
        if (problem.isPresent()) {
            throw new Refusal(ErrorCode.INVALID_TOPIC_EXCEPTION, problem.get());
        }
        Optional<TopicState> other = state.topics().colliding(name);
        if (other.isPresent()) {
            String taken = other.get().name();
            throw taken.equals(name)
                    ? new Refusal(ErrorCode.TOPIC_ALREADY_EXISTS, "Topic '" + name + "' already exists.")
                    : new Refusal(
                            ErrorCode.INVALID_TOPIC_EXCEPTION,
                            "Topic '" + name + "' collides with existing topic: " + taken);
        }
    }

    private static List<List<Integer>> assigned(ControllerState state, NewTopic topic) throws Refusal {
        if (topic.replicationFactor() != -1) {
            throw new Refusal(
                    ErrorCode.INVALID_REQUEST,
                    "A manual partition assignment was specified, but replication factor was not set to -1.");
        }
        if (topic.partitions() != -1) {
            throw new Refusal(
                    ErrorCode.INVALID_REQUEST,
                    "A manual partition assignment was specified, but numPartitions was not set to -1.");
        }
        return Assignments.numbered(state, topic.assignments());
    }

    private static void checkFactor(int factor, Placement placement) throws Refusal {
        if (factor <= 0) {
            throw new Refusal(
                    ErrorCode.INVALID_REPLICATION_FACTOR,
                    "Replication factor must be larger than 0, or -1 for the default.");
        }
        if (factor > placement.brokers()) {
            throw new Refusal(
                    ErrorCode.INVALID_REPLICATION_FACTOR,
                    "Unable to replicate the partition " + factor + " time(s): only " + placement.brokers()
                            + " broker(s) are registered and up.");
        }
    }

    private static TopicState create(
            Draft draft, NewTopic topic, List<List<Integer>> replicas, Circumstances circumstances, String cause) {
        TopicId id = new TopicId(circumstances.ids().get());
        Map<String, String> configs = new HashMap<>();
        topic.configs().forEach((key, value) -> configs.put(key, String.valueOf(value)));
        draft.add(new TopicCreated(
                topic.name(), id, InternalTopics.contains(topic.name()), replicas, configs, draft.nowMs(), cause));
        start(draft, id, 0, cause);
        return draft.state().topics().topic(id);
    }

    /** New to Online for partitions from that number on, and their replicas. */
    static void start(Draft draft, TopicId id, int from, String cause) {
        List<PartitionId> partitions = new ArrayList<>();
        List<ReplicaId> up = new ArrayList<>();
        List<ReplicaId> down = new ArrayList<>();
        TopicState topic = draft.state().topics().topic(id);
        for (int p = from; p < topic.partitions().size(); p++) {
            PartitionId partition = new PartitionId(id, p);
            partitions.add(partition);
            for (int replica : topic.partitions().get(p).replicas()) {
                (draft.state().live(replica) ? up : down).add(new ReplicaId(partition, replica));
            }
        }
        PartitionStateMachine.start(draft, partitions, cause);
        ReplicaStateMachine.move(draft, up, ReplicaStatus.ONLINE, cause);
        ReplicaStateMachine.move(draft, down, ReplicaStatus.OFFLINE, cause);
    }
}
