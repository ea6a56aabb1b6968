package dev.troupe.cluster.node;

import dev.troupe.actors.partition.ReplicaGateway;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.persistence.metadata.MetadataRaft;
import dev.troupe.protocol.NodeRole;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.ClusterEvent.MemberDowned;
import org.apache.pekko.cluster.ClusterEvent.MemberEvent;
import org.apache.pekko.cluster.ClusterEvent.MemberRemoved;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Down;
import org.apache.pekko.cluster.typed.Subscribe;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The other nodes of the cluster: where each takes messages for its replicas, and whether its process lives. One started again at
 * another address is found there as soon as it has joined; one that has ended is downed at once (C8).
 */
final class Neighbours {
    private static final Logger LOG = LoggerFactory.getLogger(Neighbours.class);

    private final Map<Integer, ActorRef<ReplicaFetch>> replicas = new ConcurrentHashMap<>();
    // Used by the watching actor only.
    private final Map<UniqueAddress, Lifeline> lifelines = new HashMap<>();
    private final ActorSystem<?> system;
    private final int self;

    Neighbours(ActorContext<?> guardian, int self) {
        this.system = guardian.getSystem();
        this.self = self;
        guardian.spawn(watcher(), "neighbours");
    }

    /** Takes messages for the replicas of that node; nobody does while it is no member. */
    ActorRef<ReplicaFetch> replicasOf(int nodeId) {
        ActorRef<ReplicaFetch> known = replicas.get(nodeId);
        return known == null ? system.deadLetters() : known;
    }

    private Behavior<MemberEvent> watcher() {
        return Behaviors.setup(actor -> {
            Cluster.get(system).subscriptions().tell(Subscribe.create(actor.getSelf(), MemberEvent.class));
            return Behaviors.receive(MemberEvent.class)
                    .onMessage(MemberEvent.class, event -> {
                        changed(event);
                        return Behaviors.same();
                    })
                    .onSignal(PostStop.class, stopped -> {
                        lifelines.values().forEach(Lifeline::close);
                        return Behaviors.same();
                    })
                    .build();
        });
    }

    private void changed(MemberEvent event) {
        Member member = event.member();
        NodeRole.nodeOf(member.getRoles()).ifPresent(node -> {
            switch (event) {
                case MemberRemoved removed -> left(node, member);
                case MemberDowned downed -> downed(node, member.address());
                default -> came(node, member);
            }
        });
    }

    private void came(int node, Member member) {
        replicas.put(node, gateway(member.address()));
        if (node != self) {
            lifelines.computeIfAbsent(member.uniqueAddress(), address -> {
                CrashAwareFailureDetector.began(address.address());
                return lifeline(node, address.address());
            });
        }
    }

    private void downed(int node, Address address) {
        if (node != self && !CrashAwareFailureDetector.hasEnded(address)) {
            LOG.warn(
                    "node {} is down: it was silent, and the majority that this node belongs to goes on without it",
                    node);
        }
    }

    private void left(int node, Member member) {
        replicas.remove(node, gateway(member.address()));
        Lifeline lifeline = lifelines.remove(member.uniqueAddress());
        if (lifeline != null) {
            lifeline.close();
        }
    }

    private Lifeline lifeline(int node, Address address) {
        InetSocketAddress peer = InetSocketAddress.createUnresolved(
                address.getHost().orElseThrow(), address.getPort().orElseThrow());
        return new Lifeline(peer, () -> {
            LOG.warn("node {} is down: its process at {}:{} has ended", node, peer.getHostString(), peer.getPort());
            CrashAwareFailureDetector.ended(address);
            MetadataRaft.get(system).lost(node);
            Cluster.get(system).manager().tell(new Down(address));
        });
    }

    private ActorRef<ReplicaFetch> gateway(Address address) {
        return ActorRefResolver.get(system).resolveActorRef(address + "/user/" + ReplicaGateway.NAME);
    }
}
