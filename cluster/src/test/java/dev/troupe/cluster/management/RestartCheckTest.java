package dev.troupe.cluster.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.metadata.BrokerInfo;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

class RestartCheckTest {
    @Test
    void permitsTheRestartOfANodeWhoseReplicasOthersHave() {
        assertThat(codes(2, Map.of(), 1, 2, 3)).isEmpty();
    }

    @Test
    void namesPartitionsThatNobodyElseCouldLead() {
        assertThat(codes(1, Map.of(), 1)).containsExactly("only_in_sync_replica");
    }

    @Test
    void namesPartitionsThatWouldTakeNoWrites() {
        assertThat(codes(2, Map.of(), 1, 2)).containsExactly("too_few_in_sync");
        assertThat(codes(1, Map.of("min.insync.replicas", "2"), 1, 2)).containsExactly("too_few_in_sync");
        assertThat(codes(2, Map.of("min.insync.replicas", "1"), 1, 2)).isEmpty();
    }

    @Test
    void hasNothingAgainstTheRestartOfANodeThatIsNotInSync() {
        assertThat(codes(2, Map.of(), 2, 3)).isEmpty();
    }

    @Test
    void keepsAMajorityForTheMetadata() {
        ClusterImage two = image(List.of(1, 2), Map.of(), 1, 2, 3);

        assertThat(new RestartCheck(two, List.of(1, 2, 3), 1).obstacles(1))
                .extracting(RestartCheck.Obstacle::code)
                .containsExactly("metadata_majority");
        assertThat(new RestartCheck(two, List.of(2), 1).obstacles(1)).isEmpty();
    }

    private static List<String> codes(int minInsync, Map<String, String> configs, Integer... isr) {
        return new RestartCheck(image(List.of(1, 2, 3), configs, isr), List.of(1, 2, 3), minInsync)
                .obstacles(1).stream().map(RestartCheck.Obstacle::code).toList();
    }

    private static ClusterImage image(List<Integer> live, Map<String, String> configs, Integer... isr) {
        TopicId id = new TopicId(new UUID(0, 1));
        PartitionInfo partition = new PartitionInfo(0, isr[0], 0, 0, List.of(1, 2, 3), List.of(isr));
        PMap<Integer, BrokerInfo> brokers = HashTreePMap.empty();
        for (int broker : live) {
            brokers = brokers.plus(broker, new BrokerInfo(broker, 1, new UUID(0, broker), List.of(), null));
        }
        ClusterImage empty = ClusterImage.empty("cluster");
        return new ClusterImage(
                1,
                "cluster",
                1,
                1,
                brokers,
                HashTreePMap.singleton("orders", new TopicInfo("orders", id, false, List.of(partition), configs)),
                empty.topicNames(),
                empty.clusterConfigs(),
                empty.brokerConfigs());
    }
}
