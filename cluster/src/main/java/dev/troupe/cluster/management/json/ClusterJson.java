package dev.troupe.cluster.management.json;

import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;

/**
 * The cluster in a few numbers.
 *
 * @param offlinePartitions partitions that nobody leads
 * @param underReplicatedPartitions partitions with fewer in-sync replicas than replicas
 */
public record ClusterJson(
        String clusterId,
        int controllerId,
        int controllerEpoch,
        long metadataVersion,
        int brokers,
        int topics,
        long partitions,
        long offlinePartitions,
        long underReplicatedPartitions) {

    /** As one node knows it. */
    public static ClusterJson of(ClusterImage image) {
        long partitions = 0;
        long offline = 0;
        long underReplicated = 0;
        for (TopicInfo topic : image.topics().values()) {
            for (PartitionInfo partition : topic.partitions()) {
                partitions++;
                offline += partition.hasLeader() ? 0 : 1;
                underReplicated += partition.isr().size() < partition.replicas().size() ? 1 : 0;
            }
        }
        return new ClusterJson(
                image.clusterId(),
                image.controllerId(),
                image.controllerEpoch(),
                image.version(),
                image.brokers().size(),
                image.topics().size(),
                partitions,
                offline,
                underReplicated);
    }
}
