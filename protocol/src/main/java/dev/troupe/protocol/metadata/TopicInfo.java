package dev.troupe.protocol.metadata;

import dev.troupe.protocol.TopicId;
import java.util.List;
import java.util.Map;

/**
 * A topic with its partitions and the configs set on it.
 *
 * @param name its name
 * @param id its id
 * @param internal whether it belongs to the broker ({@code __consumer_offsets} and its like)
 * @param partitions all partitions, the one at index i having number i
 * @param configs what was set on the topic itself; defaults are not in here
 */
public record TopicInfo(
        String name, TopicId id, boolean internal, List<PartitionInfo> partitions, Map<String, String> configs) {
    public TopicInfo {
        partitions = List.copyOf(partitions);
        configs = Map.copyOf(configs);
    }
}
