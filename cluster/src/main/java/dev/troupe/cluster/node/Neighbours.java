package dev.troupe.cluster.node;

import dev.troupe.actors.partition.ReplicaGateway;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.cluster.config.PekkoSettings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.ClusterEvent.MemberEvent;
import org.apache.pekko.cluster.ClusterEvent.MemberRemoved;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Subscribe;

/**
 * Where the other nodes of the cluster take messages for their replicas. A node started again at another address is found there
 * as soon as it has joined.
 */
final class Neighbours {
    private final Map<String, ActorRef<ReplicaFetch>> byRole = new ConcurrentHashMap<>();
    private final ActorSystem<?> system;

    Neighbours(ActorContext<?> guardian) {
        system = guardian.getSystem();
        guardian.spawn(watcher(), "neighbours");
    }

    /** Takes messages for the replicas of that node; nobody does while it is no member. */
    ActorRef<ReplicaFetch> replicasOf(int nodeId) {
        ActorRef<ReplicaFetch> known = byRole.get(PekkoSettings.nodeRole(nodeId));
        return known == null ? system.deadLetters() : known;
    }

    private Behavior<MemberEvent> watcher() {
        return Behaviors.setup(actor -> {
            Cluster.get(system).subscriptions().tell(Subscribe.create(actor.getSelf(), MemberEvent.class));
            return Behaviors.receiveMessage(event -> {
                changed(event);
                return Behaviors.same();
            });
        });
    }

    private void changed(MemberEvent event) {
        Member member = event.member();
        ActorRef<ReplicaFetch> gateway = gateway(member.address());
        for (String role : member.getRoles()) {
            if (event instanceof MemberRemoved) {
                byRole.remove(role, gateway);
            } else {
                byRole.put(role, gateway);
            }
        }
    }

    private ActorRef<ReplicaFetch> gateway(Address address) {
        return ActorRefResolver.get(system).resolveActorRef(address + "/user/" + ReplicaGateway.NAME);
    }
}
