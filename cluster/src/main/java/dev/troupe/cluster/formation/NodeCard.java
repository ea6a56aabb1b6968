package dev.troupe.cluster.formation;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a node introduces itself to others.
 *
 * @param nodeId its number
 * @param address where other nodes reach it, as host:port
 * @param incarnation this run of its process
 * @param clusterId the cluster its data directory belongs to; null before its first start is through
 * @param voters the nodes that keep the metadata, by number; empty as long as it does not know
 * @param seeds the nodes it was told to join, in order
 * @param joined whether it is a member of a running cluster
 * @param backs the address of the one node that it lets begin the membership, null as long as it has not decided
 */
public record NodeCard(
        int nodeId,
        String address,
        UUID incarnation,
        @Nullable String clusterId,
        List<Integer> voters,
        List<String> seeds,
        boolean joined,
        @Nullable String backs) {
    private static final int FEW = 3;
    private static final int MANY = 5;

    public NodeCard {
        voters = List.copyOf(voters);
        seeds = List.copyOf(seeds);
    }

    boolean established() {
        return clusterId != null;
    }

    NodeCard established(String cluster, List<Integer> metadataVoters) {
        return new NodeCard(nodeId, address, incarnation, cluster, metadataVoters, seeds, joined, backs);
    }

    NodeCard asMember() {
        return new NodeCard(nodeId, address, incarnation, clusterId, voters, seeds, true, backs);
    }

    NodeCard backing(@Nullable String candidate) {
        return new NodeCard(nodeId, address, incarnation, clusterId, voters, seeds, joined, candidate);
    }

    /** The seeds that keep the metadata unless others are named: the first five where there are so many, else the first three. */
    List<String> votingSeeds() {
        return seeds.subList(0, Math.min(seeds.size(), seeds.size() < MANY ? FEW : MANY));
    }

    /** Its place among the seeds; those that are none come last. */
    int rankOf(NodeCard other) {
        int index = seeds.indexOf(other.address);
        return index < 0 ? seeds.size() : index;
    }
}
