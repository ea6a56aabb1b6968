package dev.troupe.cluster.metrics;

import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/**
 * The cluster as this node's image shows it. As with Kafka, under-replicated partitions are counted by their leader and
 * offline ones by the controller, so that sums over all nodes are right.
 */
final class ClusterFigures implements MultiCollector {
    private final MetricSources sources;

    ClusterFigures(MetricSources sources) {
        this.sources = sources;
    }

    @Override
    public MetricSnapshots collect() {
        ClusterImage image = sources.metadata().current();
        Count count = Count.of(image, sources.nodeId());
        boolean controls = image.controllerId() == sources.nodeId();
        return MetricSnapshots.of(
                Figures.one(
                        "kafka_controller_kafkacontroller_activecontrollercount",
                        "1 where this node is the controller",
                        controls ? 1 : 0),
                Figures.one("troupe_controller_epoch", "How many controllers there have been", image.controllerEpoch()),
                Figures.one(
                        "troupe_stale_controller_orders_refused",
                        "Orders of deposed controllers that this node has refused",
                        sources.staleOrdersRefused().getAsLong()),
                Figures.one(
                        "kafka_controller_kafkacontroller_activebrokercount",
                        "Live brokers, told by the controller",
                        controls ? image.brokers().size() : 0),
                Figures.one(
                        "kafka_controller_kafkacontroller_globaltopiccount",
                        "Topics, told by the controller",
                        controls ? image.topics().size() : 0),
                Figures.one(
                        "kafka_controller_kafkacontroller_globalpartitioncount",
                        "Partitions, told by the controller",
                        controls ? count.all : 0),
                Figures.one(
                        "kafka_controller_kafkacontroller_offlinepartitionscount",
                        "Partitions that nobody leads, told by the controller",
                        controls ? count.offline : 0),
                Figures.one(
                        "kafka_server_replicamanager_underreplicatedpartitions",
                        "Partitions led here of which some replica is not in sync",
                        count.underReplicated),
                Figures.one("kafka_server_replicamanager_partitioncount", "Replicas on this node", count.here),
                Figures.one("kafka_server_replicamanager_leadercount", "Partitions led by this node", count.led));
    }

    private static final class Count {
        private int all;
        private int offline;
        private int here;
        private int led;
        private int underReplicated;

        static Count of(ClusterImage image, int nodeId) {
            Count count = new Count();
            for (TopicInfo topic : image.topics().values()) {
                topic.partitions().forEach(partition -> count.add(partition, nodeId));
            }
            return count;
        }

        private void add(PartitionInfo partition, int nodeId) {
            all++;
            offline += partition.hasLeader() ? 0 : 1;
            here += partition.replicas().contains(nodeId) ? 1 : 0;
            if (partition.leader() == nodeId) {
                led++;
                underReplicated += partition.isr().size() < partition.replicas().size() ? 1 : 0;
            }
        }
    }
}
