package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.metadata.BrokerInfo;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.pcollections.HashTreePMap;

/** Builds images of a cluster: brokers 1 and 2 live, 3 dead. */
final class TestCluster {
    private ClusterImage image = ClusterImage.empty("test-cluster");

    TestCluster() {
        for (int id = 1; id <= 2; id++) {
            List<Endpoint> endpoints = List.of(
                    new Endpoint("PLAINTEXT", "host-" + id, 9092), new Endpoint("INSIDE", "inside-" + id, 19092));
            BrokerInfo broker = new BrokerInfo(id, id, new UUID(0, id), endpoints, "rack-" + id);
            image = with(image, broker);
        }
    }

    TestCluster topic(String name, int partitions) {
        List<PartitionInfo> infos = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            infos.add(new PartitionInfo(i, 1, 4, 4, List.of(1, 2), List.of(1, 2)));
        }
        return topic(name, infos, Map.of());
    }

    TestCluster topic(String name, List<PartitionInfo> partitions, Map<String, String> configs) {
        TopicInfo topic = new TopicInfo(name, id(name), name.startsWith("__"), partitions, configs);
        image = new ClusterImage(
                image.version() + 1,
                image.clusterId(),
                1,
                1,
                image.brokers(),
                image.topics().plus(name, topic),
                image.topicNames().plus(topic.id(), name),
                image.clusterConfigs(),
                image.brokerConfigs());
        return this;
    }

    TestCluster clusterConfig(String key, String value) {
        image = new ClusterImage(
                image.version() + 1,
                image.clusterId(),
                1,
                1,
                image.brokers(),
                image.topics(),
                image.topicNames(),
                image.clusterConfigs().plus(key, value),
                HashTreePMap.empty());
        return this;
    }

    MetadataCache cache() {
        return new MetadataCache(image);
    }

    static TopicId id(String topic) {
        return new TopicId(new UUID(17, topic.hashCode()));
    }

    static RequestContext context(int version) {
        return context(version, "PLAINTEXT");
    }

    static RequestContext context(int version, String listener) {
        return new RequestContext((short) version, "test", "10.0.0.1", listener, 1, Runnable::run);
    }

    private static ClusterImage with(ClusterImage image, BrokerInfo broker) {
        return new ClusterImage(
                image.version() + 1,
                image.clusterId(),
                1,
                1,
                image.brokers().plus(broker.id(), broker),
                image.topics(),
                image.topicNames(),
                image.clusterConfigs(),
                image.brokerConfigs());
    }
}
