package dev.troupe.cluster.kafka.admin;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.jspecify.annotations.Nullable;

/**
 * A topic with its partitions.
 *
 * @param configs what was set on the topic itself
 */
public record DescribedTopic(String topic, String id, List<Row> partitions, Map<String, String> configs) {

    /**
     * One partition.
     *
     * @param leader null where nobody leads it
     */
    public record Row(int partition, @Nullable Integer leader, List<Integer> replicas, List<Integer> isr) {

        static Row of(TopicPartitionInfo info) {
            return new Row(
                    info.partition(),
                    info.leader() == null ? null : info.leader().id(),
                    info.replicas().stream().map(Node::id).toList(),
                    info.isr().stream().map(Node::id).toList());
        }
    }
}
