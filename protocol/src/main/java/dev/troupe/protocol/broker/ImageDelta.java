package dev.troupe.protocol.broker;

import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.metadata.BrokerInfo;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * What changed in the cluster between two versions, or everything. Its size follows what changed, not how large the cluster is.
 *
 * @param full whether it describes the whole cluster; what it does not name is gone
 * @param brokers brokers that came or changed
 * @param brokersGone brokers that are not live any more
 * @param topics topics that came or changed
 * @param topicsGone ids of topics that are not listed any more
 * @param clusterConfigs all dynamic defaults of brokers, null where they did not change
 * @param brokerConfigs all dynamic configs of single brokers, null where they did not change
 */
public record ImageDelta(
        boolean full,
        List<BrokerInfo> brokers,
        List<Integer> brokersGone,
        List<TopicChange> topics,
        List<TopicId> topicsGone,
        @Nullable Map<String, String> clusterConfigs,
        @Nullable Map<Integer, Map<String, String>> brokerConfigs) {
    public ImageDelta {
        brokers = List.copyOf(brokers);
        brokersGone = List.copyOf(brokersGone);
        topics = List.copyOf(topics);
        topicsGone = List.copyOf(topicsGone);
    }

    /**
     * What changed of one topic.
     *
     * @param name the topic's name
     * @param id its id; another one than before is another topic
     * @param internal whether it belongs to the broker
     * @param count how many partitions it has
     * @param partitions those that came or changed
     * @param configs all configs set on it
     */
    public record TopicChange(
            String name,
            TopicId id,
            boolean internal,
            int count,
            List<PartitionInfo> partitions,
            Map<String, String> configs) {
        public TopicChange {
            partitions = List.copyOf(partitions);
            configs = Map.copyOf(configs);
        }
    }

    /**
     * The image after the change.
     *
     * @param before what the change is relative to; of a full change only the cluster id is used
     * @param stamp whose change it is, and which version it leads to
     */
    public ClusterImage applyTo(ClusterImage before, Stamp stamp) {
        ClusterImage base = full ? ClusterImage.empty(before.clusterId()) : before;
        PMap<String, TopicInfo> byName = base.topics();
        PMap<TopicId, String> names = base.topicNames();
        for (TopicId gone : topicsGone) {
            String name = names.get(gone);
            if (name != null) {
                byName = byName.minus(name);
                names = names.minus(gone);
            }
        }
        for (TopicChange change : topics) {
            TopicInfo old = byName.get(change.name());
            if (old != null && !old.id().equals(change.id())) {
                names = names.minus(old.id());
            }
            byName = byName.plus(change.name(), merge(old, change));
            names = names.plus(change.id(), change.name());
        }
        return new ClusterImage(
                stamp.version(),
                before.clusterId(),
                stamp.controllerId(),
                stamp.controllerEpoch(),
                liveBrokers(base.brokers()),
                byName,
                names,
                clusterConfigs == null ? base.clusterConfigs() : HashTreePMap.from(clusterConfigs),
                brokerConfigs == null ? base.brokerConfigs() : nested(brokerConfigs));
    }

    private PMap<Integer, BrokerInfo> liveBrokers(PMap<Integer, BrokerInfo> before) {
        PMap<Integer, BrokerInfo> live = before.minusAll(brokersGone);
        for (BrokerInfo broker : brokers) {
            live = live.plus(broker.id(), broker);
        }
        return live;
    }

    private static TopicInfo merge(@Nullable TopicInfo old, TopicChange change) {
        List<PartitionInfo> partitions = new ArrayList<>();
        if (old != null && old.id().equals(change.id())) {
            partitions.addAll(old.partitions());
        }
        for (PartitionInfo partition : change.partitions()) {
            if (partition.partition() < partitions.size()) {
                partitions.set(partition.partition(), partition);
            } else {
                partitions.add(partition);
            }
        }
        if (partitions.size() != change.count()) {
            throw new IllegalStateException("image of " + change.name() + " has " + partitions.size()
                    + " partitions, the controller's " + change.count());
        }
        return new TopicInfo(change.name(), change.id(), change.internal(), partitions, change.configs());
    }

    private static PMap<Integer, PMap<String, String>> nested(Map<Integer, Map<String, String>> configs) {
        PMap<Integer, PMap<String, String>> all = HashTreePMap.empty();
        for (Map.Entry<Integer, Map<String, String>> entry : configs.entrySet()) {
            all = all.plus(entry.getKey(), HashTreePMap.from(entry.getValue()));
        }
        return all;
    }
}
