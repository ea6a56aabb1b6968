package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.TopicDeleted;
import dev.troupe.actors.controller.ControllerEvent.TopicDeletionStarted;
import dev.troupe.actors.controller.ReplicaStateMachine.ReplicaId;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.controller.ControllerCommand.DeleteTopics;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.TopicRef;
import dev.troupe.protocol.controller.TopicResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Deletes topics step by step (R2): unlisted, partitions and replicas Offline, files removed by each broker, all NonExistent. What
 * a step waits for is in the replicas' states: a deletion goes on when a broker has confirmed, and again when one is back.
 */
final class TopicDeletion {
    private TopicDeletion() {}

    static Outcome<TopicResults> decide(ControllerState state, DeleteTopics command, Circumstances circumstances) {
        Draft draft = new Draft(state, circumstances.nowMs());
        List<TopicResult> results = new ArrayList<>();
        for (TopicRef ref : command.topics()) {
            try {
                TopicState topic = find(draft.state(), ref);
                start(draft, topic, "asked by " + command.requester());
                results.add(new TopicResult(ref, ErrorCode.NONE, null, topic.info()));
            } catch (Refusal refusal) {
                results.add(new TopicResult(ref, refusal.error(), refusal.text(), null));
            }
        }
        return draft.outcome(new TopicResults(results));
    }

    private static TopicState find(ControllerState state, TopicRef ref) throws Refusal {
        Optional<TopicState> found = Optional.empty();
        if (ref.name() != null) {
            found = state.topics().listed(ref.name());
        } else if (ref.id() != null) {
            found = state.topics().find(ref.id()).filter(topic -> !topic.deleting());
        }
        if (found.isEmpty()) {
            throw ref.name() != null
                    ? new Refusal(
                            ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "This server does not host this topic-partition.")
                    : new Refusal(ErrorCode.UNKNOWN_TOPIC_ID, "This server does not host this topic ID.");
        }
        if (found.get().internal()) {
            throw new Refusal(
                    ErrorCode.INVALID_TOPIC_EXCEPTION,
                    "Topic " + found.get().name() + " is internal and cannot be deleted.");
        }
        return found.get();
    }

    private static void start(Draft draft, TopicState topic, String cause) {
        draft.add(new TopicDeletionStarted(topic.id(), draft.nowMs(), cause));
        List<PartitionId> running = partitions(topic).stream()
                .filter(id -> draft.state().topics().partition(id).status() != PartitionStatus.OFFLINE)
                .toList();
        PartitionStateMachine.stop(draft, running, cause);
        ReplicaStateMachine.move(
                draft, replicas(draft.state(), topic.id(), ReplicaStatus::serving), ReplicaStatus.OFFLINE, cause);
        removeFiles(draft, replicas(draft.state(), topic.id(), status -> status == ReplicaStatus.OFFLINE), cause);
    }

    /** Offline to DeletionStarted on live brokers, to DeletionIneligible on others. */
    static void removeFiles(Draft draft, Collection<ReplicaId> offline, String cause) {
        List<ReplicaId> live = offline.stream()
                .filter(replica -> draft.state().live(replica.broker()))
                .toList();
        List<ReplicaId> dead = offline.stream()
                .filter(replica -> !draft.state().live(replica.broker()))
                .toList();
        ReplicaStateMachine.move(draft, live, ReplicaStatus.DELETION_STARTED, cause);
        ReplicaStateMachine.move(draft, dead, ReplicaStatus.DELETION_INELIGIBLE, cause + "; the broker is not live");
    }

    /**
     * A broker has removed files, or failed to.
     *
     * @param removed partitions of which nothing is left there
     * @param failed partitions whose files are still there
     */
    static void confirm(Draft draft, int broker, Collection<PartitionId> removed, Collection<PartitionId> failed) {
        String cause = "broker " + broker + " answered";
        ReplicaStateMachine.move(
                draft,
                started(draft, broker, removed),
                ReplicaStatus.DELETION_SUCCESSFUL,
                cause + " that files are gone");
        ReplicaStateMachine.move(
                draft, started(draft, broker, failed), ReplicaStatus.DELETION_INELIGIBLE, cause + " that it failed");
        removed.stream().map(PartitionId::topic).distinct().forEach(topic -> finish(draft, topic));
        Reassignments.forget(draft, broker, removed);
    }

    /** Those whose removal that broker was asked for: an answer may come twice, or late. */
    private static List<ReplicaId> started(Draft draft, int broker, Collection<PartitionId> partitions) {
        return partitions.stream()
                .filter(id -> draft.state().topics().find(id.topic()).isPresent())
                .filter(id -> draft.state().topics().partition(id).replica(broker) == ReplicaStatus.DELETION_STARTED)
                .map(id -> new ReplicaId(id, broker))
                .toList();
    }

    /** A broker is back: what it could not remove is tried again. */
    static void resume(Draft draft, int broker, String cause) {
        List<ReplicaId> waiting = draft.state().topics().on(broker).stream()
                .filter(id -> draft.state().topics().partition(id).replica(broker) == ReplicaStatus.DELETION_INELIGIBLE)
                .map(id -> new ReplicaId(id, broker))
                .toList();
        ReplicaStateMachine.move(draft, waiting, ReplicaStatus.OFFLINE, cause);
        removeFiles(draft, waiting, cause);
    }

    private static void finish(Draft draft, TopicId id) {
        Optional<TopicState> topic = draft.state().topics().find(id);
        if (topic.isEmpty()
                || !topic.get().deleting()
                || !replicas(draft.state(), id, status -> status != ReplicaStatus.DELETION_SUCCESSFUL)
                        .isEmpty()) {
            return;
        }
        String cause = "every replica's files are gone";
        ReplicaStateMachine.move(draft, replicas(draft.state(), id, _ -> true), ReplicaStatus.NON_EXISTENT, cause);
        PartitionStateMachine.remove(draft, partitions(topic.get()), cause);
        draft.add(new TopicDeleted(id, draft.nowMs(), cause));
    }

    static List<PartitionId> partitions(TopicState topic) {
        return IntStream.range(0, topic.partitions().size())
                .mapToObj(p -> new PartitionId(topic.id(), p))
                .toList();
    }

    /** Replicas of the topic in such a state. */
    static List<ReplicaId> replicas(ControllerState state, TopicId topic, Predicate<ReplicaStatus> wanted) {
        List<ReplicaId> found = new ArrayList<>();
        for (PartitionId id : partitions(state.topics().topic(topic))) {
            state.topics().partition(id).replicaStatuses().forEach((broker, status) -> {
                if (wanted.test(status)) {
                    found.add(new ReplicaId(id, broker));
                }
            });
        }
        return found;
    }
}
