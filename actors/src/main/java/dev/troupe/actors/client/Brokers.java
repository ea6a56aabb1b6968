package dev.troupe.actors.client;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.NodeRole;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;

/** The brokers of the cluster that this node is a member of, and what of their errors goes by. Any thread may ask. */
public final class Brokers {
    private final ActorSystem<?> system;
    private final AtomicInteger turn = new AtomicInteger();

    /** Those that this system's node knows. */
    public Brokers(ActorSystem<?> system) {
        this.system = system;
    }

    /** The gateway of that broker; what it is told is lost while it is no member. */
    public ActorRef<ClientRequest> broker(int id) {
        for (Member member : members()) {
            OptionalInt node = NodeRole.nodeOf(member.getRoles());
            if (node.isPresent() && node.getAsInt() == id) {
                return gateway(member);
            }
        }
        return system.deadLetters();
    }

    /** The gateway of some broker, of another one each time; what it is told is lost while there is none. */
    public ActorRef<ClientRequest> any() {
        List<Member> brokers = new ArrayList<>();
        for (Member member : members()) {
            if (NodeRole.nodeOf(member.getRoles()).isPresent()) {
                brokers.add(member);
            }
        }
        return brokers.isEmpty()
                ? system.deadLetters()
                : gateway(brokers.get(Math.floorMod(turn.getAndIncrement(), brokers.size())));
    }

    /** Whether the same request may succeed a little later, here or at another broker. */
    public static boolean passes(ErrorCode error) {
        return switch (error) {
            case NOT_LEADER_OR_FOLLOWER,
                    LEADER_NOT_AVAILABLE,
                    NOT_ENOUGH_REPLICAS,
                    NOT_ENOUGH_REPLICAS_AFTER_APPEND,
                    REQUEST_TIMED_OUT,
                    NOT_COORDINATOR,
                    COORDINATOR_NOT_AVAILABLE,
                    COORDINATOR_LOAD_IN_PROGRESS,
                    KAFKA_STORAGE_ERROR -> true;
            default -> false;
        };
    }

    /** The gateways of all brokers. */
    List<ActorRef<ClientRequest>> all() {
        return members().stream()
                .filter(member -> NodeRole.nodeOf(member.getRoles()).isPresent())
                .map(this::gateway)
                .toList();
    }

    private List<Member> members() {
        List<Member> up = new ArrayList<>();
        Cluster.get(system).state().getMembers().forEach(member -> {
            if (member.status().equals(MemberStatus.up()) || member.status().equals(MemberStatus.leaving())) {
                up.add(member);
            }
        });
        return up;
    }

    private ActorRef<ClientRequest> gateway(Member member) {
        return ActorRefResolver.get(system).resolveActorRef(member.address() + "/user/" + ClientGateway.NAME);
    }
}
