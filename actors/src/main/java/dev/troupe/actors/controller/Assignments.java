package dev.troupe.actors.controller;

import dev.troupe.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** Checks of replica assignments that clients chose themselves. */
final class Assignments {
    private Assignments() {}

    /**
     * In the order of their partitions.
     *
     * @throws Refusal if they do not number partitions 0, 1, ... or one of them is not valid
     */
    static List<List<Integer>> numbered(ControllerState state, Map<Integer, List<Integer>> assignments) throws Refusal {
        List<List<Integer>> ordered = new ArrayList<>(assignments.size());
        for (int p = 0; p < assignments.size(); p++) {
            List<Integer> replicas = assignments.get(p);
            if (replicas == null) {
                throw invalid("partitions should be a consecutive 0-based integer sequence");
            }
            ordered.add(replicas);
        }
        check(state, ordered, ordered.getFirst().size());
        return ordered;
    }

    /**
     * Checks each.
     *
     * @param replicationFactor how many replicas each must have
     * @throws Refusal if one is not valid
     */
    static void check(ControllerState state, List<List<Integer>> assignments, int replicationFactor) throws Refusal {
        for (List<Integer> replicas : assignments) {
            if (replicas.isEmpty()) {
                throw invalid("a replica list is empty");
            }
            if (replicas.size() != replicationFactor) {
                throw invalid("partitions have different numbers of replicas: " + replicationFactor + " and "
                        + replicas.size());
            }
            if (new HashSet<>(replicas).size() != replicas.size()) {
                throw invalid("duplicate brokers not allowed in replica assignment: " + replicas);
            }
            for (int replica : replicas) {
                if (!state.brokers().containsKey(replica)) {
                    throw invalid("broker " + replica + " is not registered");
                }
            }
            if (replicas.stream().noneMatch(state::mayLead)) {
                throw invalid("all brokers of the assignment " + replicas + " are down");
            }
        }
    }

    private static Refusal invalid(String why) {
        return new Refusal(
                ErrorCode.INVALID_REPLICA_ASSIGNMENT, "The manual partition assignment is not valid: " + why + ".");
    }
}
