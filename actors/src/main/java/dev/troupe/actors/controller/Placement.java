package dev.troupe.actors.controller;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses brokers for new replicas (C12): each partition's preferred leader is the broker that leads least, its other replicas the
 * brokers that carry least, from racks not used yet as long as there are such. What is placed in one go counts at once.
 */
final class Placement {
    private final List<Candidate> candidates = new ArrayList<>();

    /** Among the brokers that are live now. */
    Placement(ControllerState state) {
        state.brokers().values().stream()
                .filter(BrokerState::mayLead)
                .sorted(Comparator.comparingInt(broker -> broker.info().id()))
                .forEach(broker -> {
                    int id = broker.info().id();
                    candidates.add(new Candidate(
                            id,
                            broker.info().rack(),
                            state.topics().on(id).size(),
                            state.topics().preferredLeaders().getOrDefault(id, 0)));
                });
    }

    /** How many brokers there are to choose from. */
    int brokers() {
        return candidates.size();
    }

    /** Replicas for so many partitions; the factor is at most {@link #brokers()}. */
    List<List<Integer>> place(int partitions, int replicationFactor) {
        List<List<Integer>> assignments = new ArrayList<>(partitions);
        for (int p = 0; p < partitions; p++) {
            assignments.add(replicas(replicationFactor));
        }
        return assignments;
    }

    private List<Integer> replicas(int count) {
        Map<Integer, Candidate> chosen = new HashMap<>();
        Set<@Nullable String> racks = new HashSet<>();
        List<Integer> replicas = new ArrayList<>(count);
        while (replicas.size() < count) {
            Candidate next = replicas.isEmpty() ? leader() : follower(chosen, racks);
            replicas.add(next.id);
            chosen.put(next.id, next);
            racks.add(next.rack);
            next.replicas++;
        }
        return List.copyOf(replicas);
    }

    private Candidate leader() {
        Candidate least = candidates.stream()
                .min(Comparator.<Candidate>comparingInt(c -> c.leaders).thenComparingInt(c -> c.replicas))
                .orElseThrow();
        least.leaders++;
        return least;
    }

    private Candidate follower(Map<Integer, Candidate> chosen, Set<@Nullable String> racks) {
        return candidates.stream()
                .filter(c -> !chosen.containsKey(c.id))
                .min(Comparator.<Candidate, Boolean>comparing(c -> c.rack != null && racks.contains(c.rack))
                        .thenComparingInt(c -> c.replicas))
                .orElseThrow();
    }

    private static final class Candidate {
        private final int id;
        private final @Nullable String rack;
        private int replicas;
        private int leaders;

        Candidate(int id, @Nullable String rack, int replicas, int leaders) {
            this.id = id;
            this.rack = rack;
            this.replicas = replicas;
            this.leaders = leaders;
        }
    }
}
