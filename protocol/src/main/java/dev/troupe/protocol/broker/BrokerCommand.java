package dev.troupe.protocol.broker;

import dev.troupe.protocol.RemoteMessage;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * What the controller orders a broker to do. An order is stamped, so that orders of a deposed controller and orders for an
 * earlier incarnation are refused (C3, C6), and answered, so that the controller can send it again.
 */
public sealed interface BrokerCommand extends RemoteMessage {

    /**
     * Stop and start replicas: first the stops, then the rest. Answered when every replica named serves or has failed.
     *
     * @param stamp who orders, up to which version
     * @param full whether {@code replicas} are all that the broker shall have
     * @param stops replicas to stop
     * @param replicas replicas to lead or follow
     * @param replyTo hears {@link BrokerReply.ReplicasUpdated} or {@link BrokerReply.Refused}
     */
    record UpdateReplicas(
            Stamp stamp,
            boolean full,
            List<StopReplica> stops,
            List<LeaderAndIsr> replicas,
            ActorRef<BrokerReply> replyTo)
            implements BrokerCommand {
        public UpdateReplicas {
            stops = List.copyOf(stops);
            replicas = List.copyOf(replicas);
        }
    }

    /**
     * Publish what changed in the cluster. The controller sends it after the leaders that it names have answered that they
     * serve.
     */
    record UpdateMetadata(Stamp stamp, ImageDelta delta, ActorRef<BrokerReply> replyTo) implements BrokerCommand {}

    /** Register (again): the controller does not know this broker, or has written it off meanwhile. */
    record RegisterAgain(int controllerEpoch) implements BrokerCommand {}
}
