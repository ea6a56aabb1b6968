package dev.troupe.actors.consumer.assignor;

import dev.troupe.protocol.TopicPartition;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A member as the leader of its group sees it.
 *
 * @param instanceId where it is a static member; those come first, so that restarts change nothing
 * @param topics what it subscribes to
 * @param owned what it has had so far
 * @param generation in which it had that, -1 where it says nothing of it
 */
public record Subscriber(
        String memberId, @Nullable String instanceId, Set<String> topics, Set<TopicPartition> owned, int generation)
        implements Comparable<Subscriber> {
    public Subscriber {
        topics = Set.copyOf(topics);
        owned = Set.copyOf(owned);
    }

    /** Kafka's order: static members by their instance, then all others by their member id. */
    @Override
    public int compareTo(Subscriber other) {
        if (instanceId != null && other.instanceId != null) {
            return instanceId.compareTo(other.instanceId);
        }
        if (instanceId == null && other.instanceId == null) {
            return memberId.compareTo(other.memberId);
        }
        return instanceId != null ? -1 : 1;
    }
}
