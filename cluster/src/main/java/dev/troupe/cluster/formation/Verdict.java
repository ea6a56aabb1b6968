package dev.troupe.cluster.formation;

import java.util.List;

/** What a node that is coming up does next. */
public sealed interface Verdict {

    /** Nothing: something is missing yet, or nothing is left to do. */
    record Wait(String reason) implements Verdict {}

    /** Make a new cluster up, with these nodes to keep its metadata. */
    record NameCluster(List<Integer> voters) implements Verdict {}

    /** Belong to that cluster from now on. */
    record Adopt(String clusterId, List<Integer> voters) implements Verdict {}

    /** Become a member by asking the node at that address, which is a member or this node itself. */
    record Join(String address) implements Verdict {}

    /** Let the node at that address, and no other, begin the membership, which takes a majority of the voters. */
    record Back(String address) implements Verdict {}

    /** Do not start. */
    record Refuse(String reason) implements Verdict {}
}
