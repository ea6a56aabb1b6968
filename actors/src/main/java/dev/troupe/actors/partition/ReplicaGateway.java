package dev.troupe.actors.partition;

import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.protocol.ErrorCode;
import java.util.Optional;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Where followers on other nodes find this node's replicas: their actors come and go, this one is always at the same place. The
 * answer goes from the leader to the follower directly.
 */
public final class ReplicaGateway {
    /** Its name below the guardian, the same on every node. */
    public static final String NAME = "replicas";

    private ReplicaGateway() {}

    /** A router to those replicas. */
    public static Behavior<ReplicaFetch> create(HostedPartitions hosted) {
        return Behaviors.receiveMessage(fetch -> {
            Optional<HostedPartition> replica = hosted.get(fetch.partition());
            if (replica.isEmpty()) {
                refuse(fetch, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
            } else if (!replica.get().topicId().equals(fetch.topicId())) {
                refuse(fetch, ErrorCode.INCONSISTENT_TOPIC_ID);
            } else {
                replica.get().actor().tell(fetch);
            }
            return Behaviors.same();
        });
    }

    private static void refuse(ReplicaFetch fetch, ErrorCode error) {
        fetch.replyTo().tell(new FetchRefused(fetch.fetch(), error, -1));
    }
}
