package dev.troupe.protocol.metadata;

import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.util.Optional;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * Everything a broker knows of the cluster at one version. Immutable; the next version shares what did not change.
 *
 * @param version of the controller's journal that it shows; never goes back within a controller epoch
 * @param clusterId the cluster's id
 * @param controllerId the node that is the controller, or -1
 * @param controllerEpoch that controller's epoch (C3)
 * @param brokers live brokers by id
 * @param topics by name; a topic being deleted is not in here any more (R2)
 * @param topicNames names by topic id
 * @param clusterConfigs broker configs set for the whole cluster (dynamic defaults)
 * @param brokerConfigs broker configs set for one broker
 */
public record ClusterImage(
        long version,
        String clusterId,
        int controllerId,
        int controllerEpoch,
        PMap<Integer, BrokerInfo> brokers,
        PMap<String, TopicInfo> topics,
        PMap<TopicId, String> topicNames,
        PMap<String, String> clusterConfigs,
        PMap<Integer, PMap<String, String>> brokerConfigs) {

    /** The image of a node that has heard from no controller yet. */
    public static ClusterImage empty(String clusterId) {
        return new ClusterImage(
                0,
                clusterId,
                -1,
                0,
                HashTreePMap.empty(),
                HashTreePMap.empty(),
                HashTreePMap.empty(),
                HashTreePMap.empty(),
                HashTreePMap.empty());
    }

    /** The topic of that name, if there is one. */
    public Optional<TopicInfo> topic(String name) {
        return Optional.ofNullable(topics.get(name));
    }

    /** The topic of that id, if there is one. */
    public Optional<TopicInfo> topic(TopicId id) {
        return Optional.ofNullable(topicNames.get(id)).flatMap(this::topic);
    }

    /** The partition, if it exists. */
    public Optional<PartitionInfo> partition(TopicPartition tp) {
        return topic(tp.topic())
                .filter(t ->
                        tp.partition() >= 0 && tp.partition() < t.partitions().size())
                .map(t -> t.partitions().get(tp.partition()));
    }
}
