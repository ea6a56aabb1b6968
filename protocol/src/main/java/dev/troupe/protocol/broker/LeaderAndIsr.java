package dev.troupe.protocol.broker;

import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.Map;

/**
 * A replica that the addressee shall have, and who leads it.
 *
 * @param partition which
 * @param topicId of which incarnation of the topic
 * @param info leader, ISR and epochs that hold now
 * @param configs what was set on the topic; defaults are not in here
 */
public record LeaderAndIsr(TopicPartition partition, TopicId topicId, PartitionInfo info, Map<String, String> configs) {
    public LeaderAndIsr {
        configs = Map.copyOf(configs);
    }
}
