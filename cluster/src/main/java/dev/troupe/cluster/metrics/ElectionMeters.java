package dev.troupe.cluster.metrics;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts how leadership and in-sync replicas change from one image of the cluster to the next. Each node counts what concerns
 * the partitions that it leads, so that the sum over all nodes is right; elections are counted by the new leader.
 */
final class ElectionMeters implements MetadataCache.Listener {
    private final int nodeId;
    private final Counter shrinks;
    private final Counter expands;
    private final Counter elections;
    private final Counter unclean;

    ElectionMeters(int nodeId, MeterRegistry registry) {
        this.nodeId = nodeId;
        this.shrinks = counter(registry, "kafka.server.replicamanager.isrshrinks", "In-sync replicas lost");
        this.expands = counter(registry, "kafka.server.replicamanager.isrexpands", "In-sync replicas won");
        this.elections = counter(
                registry, "kafka.controller.controllerstats.leaderelections", "Elections that this node has won");
        this.unclean = counter(
                registry,
                "kafka.controller.controllerstats.uncleanleaderelections",
                "Of these, won without having been in sync: records may be lost");
    }

    private static Counter counter(MeterRegistry registry, String name, String what) {
        return Counter.builder(name).description(what).register(registry);
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // images share what did not change
    public void changed(ClusterImage before, ClusterImage now) {
        if (before.topics() == now.topics()) {
            return;
        }
        for (TopicInfo topic : now.topics().values()) {
            TopicInfo earlier = before.topics().get(topic.name());
            if (earlier != null && earlier != topic && earlier.id().equals(topic.id())) {
                compare(earlier, topic);
            }
        }
    }

    private void compare(TopicInfo earlier, TopicInfo topic) {
        int known = Math.min(earlier.partitions().size(), topic.partitions().size());
        for (int i = 0; i < known; i++) {
            if (topic.partitions().get(i).leader() == nodeId) {
                compare(earlier.partitions().get(i), topic.partitions().get(i));
            }
        }
    }

    private void compare(PartitionInfo before, PartitionInfo now) {
        if (!now.isr().containsAll(before.isr())) {
            shrinks.increment();
        }
        if (!before.isr().containsAll(now.isr())) {
            expands.increment();
        }
        if (now.leader() != before.leader()) {
            elections.increment();
            if (!before.isr().contains(now.leader())) {
                unclean.increment();
            }
        }
    }
}
