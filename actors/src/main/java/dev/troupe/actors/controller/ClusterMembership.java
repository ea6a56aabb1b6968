package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerInput.NodeBack;
import dev.troupe.actors.controller.ControllerInput.NodeGone;
import dev.troupe.protocol.NodeRole;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.cluster.ClusterEvent.CurrentClusterState;
import org.apache.pekko.cluster.ClusterEvent.MemberDowned;
import org.apache.pekko.cluster.ClusterEvent.MemberEvent;
import org.apache.pekko.cluster.ClusterEvent.MemberRemoved;
import org.apache.pekko.cluster.ClusterEvent.ReachabilityEvent;
import org.apache.pekko.cluster.ClusterEvent.UnreachableMember;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Subscribe;

/** Nodes as Pekko Cluster knows them (C8). */
final class ClusterMembership implements Membership {
    private final Cluster cluster;

    ClusterMembership(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public String addressOf(ActorRef<?> ref) {
        Address address = ref.path().address();
        return (address.hasLocalScope() ? cluster.selfMember().address() : address).toString();
    }

    @Override
    public void watch(ActorContext<ControllerInput> controller) {
        ActorRef<MemberEvent> members = controller.messageAdapter(MemberEvent.class, ClusterMembership::input);
        ActorRef<ReachabilityEvent> reachability =
                controller.messageAdapter(ReachabilityEvent.class, ClusterMembership::input);
        cluster.subscriptions().tell(Subscribe.create(members, MemberEvent.class));
        cluster.subscriptions().tell(Subscribe.create(reachability, ReachabilityEvent.class));
    }

    @Override
    public List<Integer> absent(Collection<Integer> brokers) {
        CurrentClusterState now = cluster.state();
        Set<Integer> present = new HashSet<>();
        for (Member member : now.getMembers()) {
            if (!now.getUnreachable().contains(member)) {
                NodeRole.nodeOf(member.getRoles()).ifPresent(present::add);
            }
        }
        return brokers.stream().filter(broker -> !present.contains(broker)).toList();
    }

    private static ControllerInput input(MemberEvent event) {
        String address = event.member().address().toString();
        if (event instanceof MemberDowned) {
            return new NodeGone(address, "its node was downed");
        }
        return event instanceof MemberRemoved ? new NodeGone(address, "its node has left") : new NodeBack(address);
    }

    private static ControllerInput input(ReachabilityEvent event) {
        String address = event.member().address().toString();
        return event instanceof UnreachableMember
                ? new NodeGone(address, "its node cannot be reached")
                : new NodeBack(address);
    }
}
