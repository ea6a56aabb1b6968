package dev.troupe.cluster.management.json;

import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.List;
import java.util.Map;

/** A topic with its partitions and what was set on it. */
public record TopicJson(
        String name, String id, boolean internal, Map<String, String> configs, List<PartitionInfo> partitions) {

    /** As one node knows it. */
    public static TopicJson of(TopicInfo topic) {
        return new TopicJson(
                topic.name(), topic.id().toString(), topic.internal(), topic.configs(), topic.partitions());
    }

    /** A topic in a list of topics. */
    public record Row(String name, String id, boolean internal, int partitions, int replicationFactor) {

        /** As one node knows it. */
        public static Row of(TopicInfo topic) {
            return new Row(
                    topic.name(),
                    topic.id().toString(),
                    topic.internal(),
                    topic.partitions().size(),
                    topic.partitions().stream()
                            .mapToInt(partition -> partition.replicas().size())
                            .max()
                            .orElse(0));
        }
    }
}
