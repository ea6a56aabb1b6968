package dev.troupe.cluster.node;

import dev.troupe.cluster.config.NodeSettings;
import dev.troupe.cluster.management.Readiness;
import java.util.List;
import java.util.Optional;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.AddressFromURIString;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.cluster.ClusterEvent.MemberUp;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.cluster.typed.JoinSeedNodes;
import org.apache.pekko.cluster.typed.Subscribe;

/** How a node comes into its cluster: by the seeds it was given, or as the first of its own. */
final class Membership {
    private Membership() {}

    /**
     * Joins, and checks that it is in.
     *
     * @param progress what to tell the guardian whenever some node is up
     */
    static void join(
            ActorContext<Node.Command> guardian, NodeSettings node, Readiness readiness, Node.Progress progress) {
        Cluster cluster = Cluster.get(guardian.getSystem());
        readiness.check("cluster", () -> missing(cluster));
        cluster.subscriptions()
                .tell(Subscribe.create(guardian.messageAdapter(MemberUp.class, up -> progress), MemberUp.class));
        List<Address> seeds = node.seeds().stream()
                .map(seed -> AddressFromURIString.parse("pekko://troupe@" + seed))
                .toList();
        cluster.manager()
                .tell(seeds.isEmpty() ? Join.create(cluster.selfMember().address()) : new JoinSeedNodes(seeds));
    }

    private static Optional<String> missing(Cluster cluster) {
        MemberStatus status = cluster.selfMember().status();
        return status.equals(MemberStatus.up())
                ? Optional.empty()
                : Optional.of("this node is " + status + " in the cluster");
    }
}
