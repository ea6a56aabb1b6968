package dev.troupe.actors.controller;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.config.ConfigLayers;
import dev.troupe.protocol.config.TopicConfigs;
import dev.troupe.protocol.controller.ControllerCommand.ElectLeaders;
import dev.troupe.protocol.controller.ControllerCommand.ElectionOutcome;
import dev.troupe.protocol.controller.ControllerCommand.ElectionResults;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Elections that are asked for, and those that follow from brokers coming and going. */
final class Elections {
    private static final ElectionOutcome DONE = new ElectionOutcome(ErrorCode.NONE, null);

    private Elections() {}

    /**
     * Elects leaders from what is in sync, or from any live replica where the topic allows that (C11).
     *
     * @return the partitions for which there is none
     */
    static List<PartitionId> electOffline(Draft draft, Collection<PartitionId> partitions, String cause) {
        List<PartitionId> clean = new ArrayList<>();
        List<PartitionId> unclean = new ArrayList<>();
        for (PartitionId id : partitions) {
            (allowsUnclean(draft.state(), id) ? unclean : clean).add(id);
        }
        List<PartitionId> leaderless =
                new ArrayList<>(PartitionStateMachine.elect(draft, clean, new LeaderSelector.Offline(false), cause));
        leaderless.addAll(PartitionStateMachine.elect(draft, unclean, new LeaderSelector.Offline(true), cause));
        return leaderless;
    }

    private static boolean allowsUnclean(ControllerState state, PartitionId id) {
        ConfigLayers layers = new ConfigLayers(Map.of(), state.clusterConfigs(), Map.of());
        Map<String, String> configs = state.topics().topic(id.topic()).configs();
        return Boolean.parseBoolean(TopicConfigs.effective("unclean.leader.election.enable", configs, layers));
    }

    /** Elections asked for by an operator (KIP-460). Where all are asked for, those that need none are left out of the answer. */
    static Outcome<ElectionResults> decide(ControllerState state, ElectLeaders command, Circumstances circumstances) {
        Draft draft = new Draft(state, circumstances.nowMs());
        Map<TopicPartition, ElectionOutcome> results = new LinkedHashMap<>();
        List<TopicPartition> named = command.partitions();
        boolean all = named == null;
        for (TopicPartition partition : named == null ? everyPartition(draft.state()) : named) {
            ElectionOutcome outcome = elect(draft, partition, command);
            if (!all || outcome.error() != ErrorCode.ELECTION_NOT_NEEDED) {
                results.put(partition, outcome);
            }
        }
        return draft.outcome(new ElectionResults(ErrorCode.NONE, results));
    }

    private static List<TopicPartition> everyPartition(ControllerState state) {
        return state.topics().byId().values().stream()
                .filter(topic -> !topic.deleting())
                .flatMap(topic -> TopicDeletion.partitions(topic).stream())
                .map(state::name)
                .toList();
    }

    private static ElectionOutcome elect(Draft draft, TopicPartition name, ElectLeaders command) {
        Optional<PartitionId> found = draft.state().find(name);
        if (found.isEmpty()) {
            return new ElectionOutcome(
                    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "No such topic or partition: " + name + ".");
        }
        PartitionId id = found.get();
        PartitionState partition = draft.state().topics().partition(id);
        boolean needed = command.unclean()
                ? partition.status() == PartitionStatus.OFFLINE
                : partition.leader() != partition.preferredLeader();
        if (!needed) {
            return new ElectionOutcome(
                    ErrorCode.ELECTION_NOT_NEEDED, "Leader election not needed for topic partition.");
        }
        LeaderSelector selector = command.unclean() ? new LeaderSelector.Offline(true) : new LeaderSelector.Preferred();
        if (PartitionStateMachine.elect(draft, List.of(id), selector, "asked by " + command.requester())
                .isEmpty()) {
            return DONE;
        }
        return command.unclean()
                ? new ElectionOutcome(ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE, "No replica of " + name + " is live.")
                : new ElectionOutcome(
                        ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE,
                        "The preferred leader " + partition.preferredLeader() + " of " + name
                                + " is not live or not in sync.");
    }

    /** Gives brokers that lead too few of the partitions they should lead those leaderships back (C10). */
    static Outcome<Integer> balance(ControllerState state, Circumstances circumstances) {
        Draft draft = new Draft(state, circumstances.nowMs());
        int moved = 0;
        for (int broker : state.brokers().keySet()) {
            if (!state.mayLead(broker)) {
                continue;
            }
            List<PartitionId> preferred = state.topics().on(broker).stream()
                    .filter(id -> !state.topics().topic(id.topic()).deleting())
                    .filter(id -> state.topics().partition(id).preferredLeader() == broker)
                    .toList();
            List<PartitionId> elsewhere = preferred.stream()
                    .filter(id -> state.topics().partition(id).leader() != broker)
                    .toList();
            if (100L * elsewhere.size() > (long) circumstances.settings().imbalancePercentage() * preferred.size()) {
                List<PartitionId> kept = PartitionStateMachine.elect(
                        draft,
                        elsewhere,
                        new LeaderSelector.Preferred(),
                        "leader balance: broker " + broker + " leads " + (preferred.size() - elsewhere.size()) + " of "
                                + preferred.size() + " that it should");
                moved += elsewhere.size() - kept.size();
            }
        }
        return draft.outcome(moved);
    }
}
