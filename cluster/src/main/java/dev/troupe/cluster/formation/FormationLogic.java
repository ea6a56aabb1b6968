package dev.troupe.cluster.formation;

import dev.troupe.cluster.formation.Verdict.Adopt;
import dev.troupe.cluster.formation.Verdict.Back;
import dev.troupe.cluster.formation.Verdict.Join;
import dev.troupe.cluster.formation.Verdict.NameCluster;
import dev.troupe.cluster.formation.Verdict.Refuse;
import dev.troupe.cluster.formation.Verdict.Wait;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules by which seeds become a cluster. A node that has never been in one takes over the cluster of any seed that has. Where
 * none has, all voting seeds must be there, and the first of them names the cluster: so there are never two. A node that knows
 * its cluster becomes a member through one that is; where nobody is, the one that a majority of voters backs begins.
 */
final class FormationLogic {
    private FormationLogic() {}

    /**
     * What a node should be part of, as its operator says.
     *
     * @param clusterId empty where it is not said
     * @param voters empty where it is not said
     */
    record Wish(String clusterId, List<Integer> voters) {
        Wish {
            voters = voters.stream().sorted().toList();
        }
    }

    /**
     * What to do.
     *
     * @param others who has been heard of lately
     */
    static Verdict decide(NodeCard self, Wish wish, Collection<NodeCard> others) {
        if (self.joined()) {
            return new Wait("it is a member");
        }
        Optional<String> refusal = refusal(self, others);
        if (refusal.isPresent()) {
            return new Refuse(refusal.get());
        }
        return self.established() ? join(self, others) : belong(self, wish, others);
    }

    private static Optional<String> refusal(NodeCard self, Collection<NodeCard> others) {
        return others.stream()
                .filter(other -> outranks(self, other))
                .sorted(Comparator.comparingInt(self::rankOf))
                .flatMap(other -> disagreement(self, other).stream())
                .findFirst();
    }

    /** Of two that disagree one gives way: the one that does not run yet, else the later among the seeds. */
    private static boolean outranks(NodeCard self, NodeCard other) {
        if (other.joined() || other.established() != self.established()) {
            return other.joined() || other.established();
        }
        return other.seeds().equals(self.seeds())
                ? self.rankOf(other) < self.rankOf(self)
                : other.address().compareTo(self.address()) < 0;
    }

    private static Optional<String> disagreement(NodeCard self, NodeCard other) {
        if (other.nodeId() == self.nodeId()) {
            return Optional.of("node id " + self.nodeId() + " is in use by the node at " + other.address()
                    + "; start this one with another --node-id and data directory");
        }
        if (!self.established()) {
            return other.established() || other.seeds().equals(self.seeds())
                    ? Optional.empty()
                    : Optional.of("the node at " + other.address() + " was given the seeds " + other.seeds()
                            + " and this one " + self.seeds() + "; give every node the same list in the same order");
        }
        if (other.established() && !String.valueOf(self.clusterId()).equals(other.clusterId())) {
            return Optional.of("the node at " + other.address() + " belongs to the cluster " + other.clusterId()
                    + " and this one's data directory to " + self.clusterId()
                    + "; choose another with --data-dir, or other seeds");
        }
        return other.established() && !other.voters().equals(self.voters())
                ? Optional.of("the metadata is kept by the nodes " + other.voters() + ", says the node at "
                        + other.address() + ", and by " + self.voters() + ", says this one's data directory")
                : Optional.empty();
    }

    private static Verdict belong(NodeCard self, Wish wish, Collection<NodeCard> others) {
        Optional<NodeCard> example = others.stream()
                .filter(NodeCard::established)
                .min(Comparator.comparing((NodeCard other) -> !other.joined()).thenComparingInt(self::rankOf));
        return example.map(known -> adopt(wish, known)).orElseGet(() -> first(self, wish, others));
    }

    private static Verdict adopt(Wish wish, NodeCard known) {
        String cluster = String.valueOf(known.clusterId());
        if (!wish.clusterId().isEmpty() && !wish.clusterId().equals(cluster)) {
            return new Refuse("the node at " + known.address() + " belongs to the cluster " + cluster
                    + " and troupe.cluster.id is " + wish.clusterId());
        }
        if (!wish.voters().isEmpty() && !wish.voters().equals(known.voters())) {
            return new Refuse("the metadata is kept by the nodes " + known.voters() + ", says the node at "
                    + known.address() + ", and troupe.metadata.voters is " + wish.voters());
        }
        return new Adopt(cluster, known.voters());
    }

    private static Verdict first(NodeCard self, Wish wish, Collection<NodeCard> others) {
        if (self.seeds().isEmpty()) {
            return new NameCluster(wish.voters().isEmpty() ? List.of(self.nodeId()) : wish.voters());
        }
        Set<String> present = Stream.concat(Stream.of(self), others.stream())
                .map(NodeCard::address)
                .collect(Collectors.toSet());
        List<String> voting = self.votingSeeds();
        List<String> missing =
                voting.stream().filter(seed -> !present.contains(seed)).toList();
        if (!missing.isEmpty()) {
            return new Wait("waits for " + String.join(", ", missing)
                    + ": a cluster starts for the first time when its voting seeds are all there");
        }
        if (!voting.getFirst().equals(self.address())) {
            return new Wait("waits for " + voting.getFirst() + ", the first seed, to name the cluster");
        }
        List<Integer> voters = Stream.concat(Stream.of(self), others.stream())
                .filter(node -> voting.contains(node.address()))
                .map(NodeCard::nodeId)
                .sorted()
                .toList();
        return new NameCluster(wish.voters().isEmpty() ? voters : wish.voters());
    }

    private static Verdict join(NodeCard self, Collection<NodeCard> others) {
        Optional<NodeCard> member = others.stream()
                .filter(NodeCard::joined)
                .min(Comparator.comparingInt(self::rankOf).thenComparingInt(NodeCard::nodeId));
        if (member.isPresent()) {
            return new Join(member.get().address());
        }
        List<NodeCard> voters = Stream.concat(Stream.of(self), others.stream())
                .filter(node -> node.established() && self.voters().contains(node.nodeId()))
                .sorted(Comparator.comparingInt(self::rankOf).thenComparingInt(NodeCard::nodeId))
                .toList();
        if (voters.size() * 2 <= self.voters().size()) {
            return new Wait("waits for a majority of the nodes " + self.voters() + ", which keep the metadata");
        }
        return self.voters().contains(self.nodeId())
                ? begin(self, voters)
                : new Wait("waits for one of the nodes " + self.voters() + " to begin");
    }

    /**
     * Each voter backs one node, and only the one that a majority backs begins: so two can never. A voter keeps to whom it backs,
     * as that node may have counted it; itself it may desert, as long as it has not begun.
     */
    private static Verdict begin(NodeCard self, List<NodeCard> present) {
        String first = present.getFirst().address();
        String backed = self.backs();
        if (backed == null) {
            return new Back(first);
        }
        if (!backed.equals(self.address())) {
            return new Wait("waits for the node at " + backed + " to begin");
        }
        long backers = present.stream()
                .filter(node -> self.address().equals(node.backs()))
                .count();
        if (backers * 2 > self.voters().size()) {
            return new Join(self.address());
        }
        return first.equals(self.address())
                ? new Wait("waits for a majority of the nodes " + self.voters() + " to let it begin")
                : new Back(first);
    }
}
