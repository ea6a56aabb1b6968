package dev.troupe.cluster.node;

import dev.troupe.cluster.management.Readiness;
import java.util.Optional;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.cluster.ClusterEvent.MemberUp;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Subscribe;

/** Whether this node is a member of its cluster. */
final class Membership {
    private Membership() {}

    /**
     * Has readiness tell whether it is in.
     *
     * @param progress what to tell the guardian whenever some node is up
     */
    static void watch(ActorContext<Node.Command> guardian, Readiness readiness, Node.Progress progress) {
        Cluster cluster = Cluster.get(guardian.getSystem());
        readiness.check("cluster", () -> missing(cluster));
        cluster.subscriptions()
                .tell(Subscribe.create(guardian.messageAdapter(MemberUp.class, up -> progress), MemberUp.class));
    }

    private static Optional<String> missing(Cluster cluster) {
        MemberStatus status = cluster.selfMember().status();
        return status.equals(MemberStatus.up())
                ? Optional.empty()
                : Optional.of("this node is " + status + " in the cluster");
    }
}
