package dev.troupe.cluster.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.cluster.testing.TestNodes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** Three nodes, a {@link Load} on them, and what must be true of it whatever happens to the nodes. */
final class ClusterUnderLoad implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int PARTITIONS = 6;

    private final TestNodes nodes;
    private final Clients clients;
    private final Load load;
    private final Map<TopicPartition, Long> highestCommit = new HashMap<>();

    /** Nodes that are ready; they are closed with this. */
    ClusterUnderLoad(TestNodes nodes) throws Exception {
        this.nodes = nodes;
        this.clients = new Clients(nodes.bootstrap());
        try (Admin admin = clients.admin()) {
            NewTopic topic =
                    new NewTopic(Load.TOPIC, PARTITIONS, (short) 3).configs(Map.of("min.insync.replicas", "2"));
            admin.createTopics(List.of(topic)).all().get();
        }
        this.load = new Load(clients);
    }

    /** Ends the load; everything that was acknowledged must be there once and in order. */
    void endLoad() {
        load.close();
        everythingAcknowledgedIsThereOnceAndInOrder();
    }

    /** Waits until another than that one is the controller, with a higher epoch, as each of the others sees it. */
    void awaitControllerAfter(TestNodes.Controller before) {
        for (int id : nodes.ids()) {
            if (id != before.nodeId()) {
                await("another controller, as node " + id + " sees it")
                        .atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(
                                () -> nodes.controllerSeenBy(id),
                                now -> now.epoch() > before.epoch() && now.nodeId() != before.nodeId());
            }
        }
    }

    @Override
    public void close() {
        try {
            load.close();
        } finally {
            nodes.close();
        }
    }

    /** Waits until more records and commits have been acknowledged. */
    void awaitProgress() {
        assertThat(load.failures()).isEmpty();
        int records = load.acknowledgedCount();
        long commits = load.commitCount();
        await().atMost(PATIENCE)
                .until(() -> load.acknowledgedCount() > records + 1000 && load.commitCount() > commits + 2);
    }

    /** Waits until every replica is in sync. */
    void awaitAllInSync() {
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

    /** Who leads a partition of the load. */
    int leader() throws Exception {
        return partitions().getFirst().leader().id();
    }

    /** Who coordinates the group of the load. */
    int coordinator() throws Exception {
        try (Admin admin = clients.admin()) {
            return Objects.requireNonNull(admin.describeConsumerGroups(List.of(Load.GROUP))
                            .all()
                            .get()
                            .get(Load.GROUP))
                    .coordinator()
                    .id();
        }
    }

    /** No committed offset is lower than one that was acknowledged or seen before. */
    void noCommitHasGoneBack() throws Exception {
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

    private void everythingAcknowledgedIsThereOnceAndInOrder() {
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
