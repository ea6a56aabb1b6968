package dev.troupe.cluster.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.pcollections.HashTreePMap;

class ElectionMetersTest {
    private static final int SELF = 1;
    private static final TopicId ID = new TopicId(new UUID(0, 1));

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final ElectionMeters meters = new ElectionMeters(SELF, registry);

    @Test
    void countsTheInSyncReplicasOfThePartitionsLedHere() {
        meters.changed(image(ID, led(1, 1, 2, 3)), image(ID, led(1, 1, 2)));
        meters.changed(image(ID, led(1, 1, 2)), image(ID, led(1, 1, 2, 3)));
        meters.changed(image(ID, led(2, 1, 2, 3)), image(ID, led(2, 2)));

        assertThat(count("kafka.server.replicamanager.isrshrinks")).isEqualTo(1);
        assertThat(count("kafka.server.replicamanager.isrexpands")).isEqualTo(1);
        assertThat(count("kafka.controller.controllerstats.leaderelections")).isZero();
    }

    @Test
    void countsTheElectionsThatThisNodeWins() {
        meters.changed(image(ID, led(2, 1, 2)), image(ID, led(1, 1)));
        meters.changed(image(ID, led(1, 1, 2)), image(ID, led(2, 1, 2)));

        assertThat(count("kafka.controller.controllerstats.leaderelections")).isEqualTo(1);
        assertThat(count("kafka.controller.controllerstats.uncleanleaderelections"))
                .isZero();
    }

    @Test
    void tellsAnElectionOfAReplicaThatWasNotInSync() {
        meters.changed(image(ID, led(PartitionInfo.NO_LEADER, 2)), image(ID, led(1, 1)));

        assertThat(count("kafka.controller.controllerstats.uncleanleaderelections"))
                .isEqualTo(1);
    }

    @Test
    void takesATopicCreatedAgainForAnother() {
        meters.changed(image(ID, led(2, 2)), image(new TopicId(new UUID(0, 2)), led(1, 1)));

        assertThat(count("kafka.controller.controllerstats.leaderelections")).isZero();
    }

    private double count(String name) {
        return registry.get(name).counter().count();
    }

    private static PartitionInfo led(int leader, Integer... isr) {
        return new PartitionInfo(0, leader, 0, 0, List.of(1, 2, 3), List.of(isr));
    }

    private static ClusterImage image(TopicId id, PartitionInfo partition) {
        ClusterImage empty = ClusterImage.empty("cluster");
        TopicInfo topic = new TopicInfo("orders", id, false, List.of(partition), Map.of());
        return new ClusterImage(
                1,
                "cluster",
                SELF,
                1,
                empty.brokers(),
                HashTreePMap.singleton("orders", topic),
                empty.topicNames(),
                empty.clusterConfigs(),
                empty.brokerConfigs());
    }
}
