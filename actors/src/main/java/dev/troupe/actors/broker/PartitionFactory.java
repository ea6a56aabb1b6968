package dev.troupe.actors.broker;

import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.Map;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/** Makes the actor of a replica that this node is to host. */
@FunctionalInterface
public interface PartitionFactory {

    /**
     * Spawns the replica's actor as a child of the broker. It opens its log when it is told to lead or to follow.
     *
     * @param broker the context to spawn in, used before this returns only
     * @param partition which replica
     * @param topicId of which incarnation of the topic
     * @param info who leads it now
     * @param configs the topic's configs in force, defaults included
     * @return the replica as readers find it; the broker publishes it and stops it in time
     */
    HostedPartition create(
            ActorContext<?> broker,
            TopicPartition partition,
            TopicId topicId,
            PartitionInfo info,
            Map<String, String> configs);
}
