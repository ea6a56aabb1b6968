package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerEvent.PartitionsAdded;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand.CreatePartitions;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.NewPartitions;
import dev.troupe.protocol.controller.TopicRef;
import dev.troupe.protocol.controller.TopicResult;
import java.util.ArrayList;
import java.util.List;

/** Adds partitions to topics (KIP-195). */
final class TopicGrowth {
    private TopicGrowth() {}

    static Outcome<TopicResults> decide(ControllerState state, CreatePartitions command, Circumstances circumstances) {
        Draft draft = new Draft(state, circumstances.nowMs());
        Placement placement = new Placement(state);
        List<TopicResult> results = new ArrayList<>();
        for (NewPartitions wish : command.topics()) {
            TopicRef ref = new TopicRef(wish.topic(), null);
            try {
                TopicState topic = draft.state()
                        .topics()
                        .listed(wish.topic())
                        .orElseThrow(() -> new Refusal(
                                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                                "The topic '" + wish.topic() + "' does not exist."));
                List<List<Integer>> replicas = check(draft.state(), topic, wish, placement);
                String cause = "asked by " + command.requester();
                int known = topic.partitions().size();
                draft.add(new PartitionsAdded(topic.id(), replicas, draft.nowMs(), cause));
                TopicCreation.start(draft, topic.id(), known, cause);
                results.add(new TopicResult(
                        ref,
                        ErrorCode.NONE,
                        null,
                        draft.state().topics().topic(topic.id()).info()));
            } catch (Refusal refusal) {
                results.add(new TopicResult(ref, refusal.error(), refusal.text(), null));
            }
        }
        TopicResults reply = new TopicResults(results);
        return command.validateOnly() ? Outcome.unchanged(reply) : draft.outcome(reply);
    }

    private static List<List<Integer>> check(
            ControllerState state, TopicState topic, NewPartitions wish, Placement placement) throws Refusal {
        int known = topic.partitions().size();
        if (wish.count() == known) {
            throw invalid("Topic already has " + known + " partition(s).");
        }
        if (wish.count() < known) {
            throw invalid("The topic " + topic.name() + " currently has " + known + " partition(s); " + wish.count()
                    + " would not be an increase.");
        }
        int added = wish.count() - known;
        if (added > TopicCreation.MOST_PARTITIONS) {
            throw invalid("The most partitions that can be added at once are " + TopicCreation.MOST_PARTITIONS + ".");
        }
        PartitionState first = topic.partitions().get(0);
        int factor = first.replicas().size() - first.reassignment().removing().size();
        if (!wish.assignments().isEmpty()) {
            if (wish.assignments().size() != added) {
                throw new Refusal(
                        ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                        "Attempted to add " + added + " additional partition(s), but only "
                                + wish.assignments().size() + " assignment(s) were specified.");
            }
            Assignments.check(state, wish.assignments(), factor);
            return wish.assignments();
        }
        if (factor > placement.brokers()) {
            throw new Refusal(
                    ErrorCode.INVALID_REPLICATION_FACTOR,
                    "Unable to replicate the partition " + factor + " time(s): only " + placement.brokers()
                            + " broker(s) are registered and up.");
        }
        return placement.place(added, factor);
    }

    private static Refusal invalid(String why) {
        return new Refusal(ErrorCode.INVALID_PARTITIONS, why);
    }
}
