package dev.troupe.cluster.kafka.admin;

import java.util.List;
import org.apache.kafka.common.TopicPartitionInfo;

/**
 * A topic in a list of topics.
 *
 * @param underReplicated how many partitions have replicas that are not in sync
 * @param offline how many partitions nobody leads
 */
public record ListedTopic(
        String topic, int partitions, int replicationFactor, int underReplicated, int offline, boolean internal) {

    static ListedTopic of(String name, boolean internal, List<TopicPartitionInfo> partitions) {
        return new ListedTopic(
                name,
                partitions.size(),
                partitions.getFirst().replicas().size(),
                (int) partitions.stream()
                        .filter(each -> each.isr().size() < each.replicas().size())
                        .count(),
                (int) partitions.stream().filter(each -> each.leader() == null).count(),
                internal);
    }
}
