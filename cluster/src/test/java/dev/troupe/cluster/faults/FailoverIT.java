package dev.troupe.cluster.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.cluster.testing.TestNodes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes of which one is killed again and again while clients go on: nothing that was acknowledged is lost or twice there. */
@Tag("faults")
class FailoverIT {
    private static final int PARTITIONS = 6;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int ROUNDS = Integer.getInteger("troupe.test.rounds", 3);

    @TempDir
    private Path data;

    private TestNodes nodes;
    private Clients clients;
    private final Map<TopicPartition, Long> highestCommit = new HashMap<>();

    @BeforeEach
    void startNodes() throws Exception {
        nodes = TestNodes.start(data, 3);
        clients = new Clients(nodes.bootstrap());
        try (Admin admin = clients.admin()) {
            NewTopic topic =
                    new NewTopic(Load.TOPIC, PARTITIONS, (short) 3).configs(Map.of("min.insync.replicas", "2"));
            admin.createTopics(List.of(topic)).all().get();
        }
    }

    @AfterEach
    void stopNodes() {
        nodes.close();
    }

    @Test
    @Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void clientsGoOnWhileLeadersControllersAndCoordinatorsAreKilled() throws Exception {
        Load load = new Load(clients);
        try (load) {
            for (int round = 0; round < ROUNDS; round++) {
                killAndRestart(load, leader());
                killAndRestart(load, nodes.controller().nodeId());
                killAndRestart(load, coordinator());
            }
        }
        everythingAcknowledgedIsThereOnceAndInOrder(load);
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void clientsGoOnWhileNodesAreRenewedOneByOneAndAfterFullStops() throws Exception {
        Load load = new Load(clients);
        try (load) {
            for (int id : nodes.ids()) {
                awaitProgress(load);
                nodes.stop(id);
                awaitProgress(load);
                nodes.startAll();
                awaitAllInSync();
            }
            for (int round = 0; round < ROUNDS; round++) {
                int epoch = nodes.controller().epoch();
                nodes.ids().forEach(nodes::stop);
                nodes.startAll();
                assertThat(nodes.controller().epoch()).isGreaterThan(epoch);
                awaitProgress(load);
                noCommitHasGoneBack(load);
            }
        }
        everythingAcknowledgedIsThereOnceAndInOrder(load);
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void clientsGoOnWhileTheControllerIsPausedAndItJoinsAgain() throws Exception {
        Load load = new Load(clients);
        try (load) {
            awaitProgress(load);
            TestNodes.Controller before = nodes.controller();
            nodes.pause(before.nodeId());
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> nodes.controller().epoch() > before.epoch());
            awaitProgress(load);
            nodes.resume(before.nodeId());
            awaitAllInSync();
            awaitProgress(load);
            noCommitHasGoneBack(load);
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> nodes.controller().nodeId() != before.nodeId());
        }
        everythingAcknowledgedIsThereOnceAndInOrder(load);
    }

    private void killAndRestart(Load load, int id) throws Exception {
        awaitProgress(load);
        TestNodes.Controller before = nodes.controller();
        nodes.kill(id);
        awaitProgress(load);
        TestNodes.Controller after = nodes.controller();
        if (id == before.nodeId()) {
            assertThat(after.nodeId()).isNotEqualTo(id);
            assertThat(after.epoch()).isGreaterThan(before.epoch());
        } else {
            assertThat(after).isEqualTo(before);
        }
        noCommitHasGoneBack(load);
        nodes.startAll();
        awaitAllInSync();
    }

    private void awaitProgress(Load load) {
        assertThat(load.failures()).isEmpty();
        int records = load.acknowledgedCount();
        long commits = load.commitCount();
        await().atMost(PATIENCE)
                .until(() -> load.acknowledgedCount() > records + 1000 && load.commitCount() > commits + 2);
    }

    private void awaitAllInSync() {
        await("all replicas are in sync")
                .atMost(PATIENCE)
                .until(() -> partitions().stream()
                        .allMatch(partition -> partition.isr().size() == 3));
    }

    private List<TopicPartitionInfo> partitions() throws Exception {
        try (Admin admin = clients.admin()) {
            TopicDescription topic = admin.describeTopics(List.of(Load.TOPIC))
                    .allTopicNames()
                    .get()
                    .get(Load.TOPIC);
            return topic == null ? List.of() : topic.partitions();
        }
    }

    private int leader() throws Exception {
        return partitions().getFirst().leader().id();
    }

    private int coordinator() throws Exception {
        try (Admin admin = clients.admin()) {
            return Objects.requireNonNull(admin.describeConsumerGroups(List.of(Load.GROUP))
                            .all()
                            .get()
                            .get(Load.GROUP))
                    .coordinator()
                    .id();
        }
    }

    private void noCommitHasGoneBack(Load load) throws Exception {
        Map<TopicPartition, Long> acknowledged = load.committed();
        try (Admin admin = clients.admin()) {
            admin.listConsumerGroupOffsets(Load.GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .forEach((partition, offset) -> {
                        assertThat(offset.offset())
                                .as("%s", partition)
                                .isGreaterThanOrEqualTo(acknowledged.getOrDefault(partition, 0L))
                                .isGreaterThanOrEqualTo(highestCommit.getOrDefault(partition, 0L));
                        highestCommit.put(partition, offset.offset());
                    });
        } catch (ExecutionException e) {
            throw new AssertionError("offsets cannot be read", e);
        }
    }

    private void everythingAcknowledgedIsThereOnceAndInOrder(Load load) {
        List<ConsumerRecord<String, String>> records = clients.readAll(Load.TOPIC, PARTITIONS);
        List<String> values = records.stream().map(ConsumerRecord::value).toList();
        Set<String> missing = new HashSet<>(load.acknowledged());
        missing.removeAll(new HashSet<>(values));
        assertThat(missing).as("acknowledged, but not there").isEmpty();
        assertThat(places(records).values())
                .as("where each record is")
                .allSatisfy(places -> assertThat(places).hasSize(1));
        Map<Integer, Long> last = new HashMap<>();
        for (ConsumerRecord<String, String> each : records) {
            long number = Load.numberOf(each.value());
            assertThat(number)
                    .as("order in partition %s", each.partition())
                    .isGreaterThan(last.getOrDefault(each.partition(), -1L));
            last.put(each.partition(), number);
        }
    }

    private static Map<String, List<String>> places(List<ConsumerRecord<String, String>> records) {
        return records.stream()
                .collect(Collectors.groupingBy(
                        ConsumerRecord::value,
                        Collectors.mapping(
                                each -> each.value() + " at " + each.partition() + "-" + each.offset() + ", epoch "
                                        + each.leaderEpoch(),
                                Collectors.toList())));
    }
}
