package dev.troupe.actors.consumer;

import dev.troupe.protocol.TopicPartition;
import java.util.Set;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;

/** What a consumer's listener hears of partitions that come and go. */
public sealed interface RebalanceNotice {

    /** These come, beside what the consumer has; records of them follow. */
    record Assigned(Set<TopicPartition> partitions) implements RebalanceNotice {}

    /**
     * These go. The consumer has them until the listener answers: it may commit for them, and the group waits for it.
     *
     * @param replyTo wants to be told when the listener is done with them
     */
    record Revoked(Set<TopicPartition> partitions, ActorRef<Done> replyTo) implements RebalanceNotice {}

    /** These are gone: others may have them already, and commits for them are refused. */
    record Lost(Set<TopicPartition> partitions) implements RebalanceNotice {}
}
