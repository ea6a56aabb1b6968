package dev.troupe.cluster.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.cluster.testing.TestNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kills a node under load, again and again: whatever it had acknowledged is there when it is back. */
@Tag("faults")
class RestartIT {
    private static final int KILLS = 10;
    private static final int PARTITIONS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path data;

    private int port;
    private TestNode node;
    private final List<String> topics = new ArrayList<>();

    @BeforeEach
    void startNode() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        node = start();
    }

    @AfterEach
    void stopNode() {
        node.close();
    }

    @Test
    @Timeout(value = 8, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatWasAcknowledgedIsThereAfterTenKillsUnderLoadAndAnOrderlyStop() throws Exception {
        Clients clients = new Clients("127.0.0.1:" + port);
        createTopic(clients, Load.TOPIC);
        Load load = new Load(clients);
        try (load) {
            for (int kill = 1; kill <= KILLS; kill++) {
                awaitProgress(load);
                createTopic(clients, "made-before-kill-" + kill);
                restart(load, clients, TestNode::kill);
            }
            awaitProgress(load);
            restart(load, clients, TestNode::stop);
            awaitProgress(load);
        }
        List<String> values = clients.readAll(Load.TOPIC, PARTITIONS).stream()
                .map(ConsumerRecord::value)
                .toList();
        Set<String> missing = new HashSet<>(load.acknowledged());
        missing.removeAll(new HashSet<>(values));
        assertThat(missing).as("acknowledged, but not there").isEmpty();
        assertThat(new HashSet<>(values)).as("records there twice").hasSize(values.size());
    }

    private TestNode start() {
        return TestNode.start(data, "--port", String.valueOf(port));
    }

    private void restart(Load load, Clients clients, Consumer<TestNode> end) throws Exception {
        int epoch = controllerEpoch();
        Map<TopicPartition, Long> committed = load.committed();
        end.accept(node);
        node = start();
        assertThat(controllerEpoch()).isEqualTo(epoch + 1);
        try (Admin admin = clients.admin()) {
            assertThat(admin.listTopics().names().get()).containsAll(topics);
            for (String topic : topics) {
                assertThat(retention(admin, topic)).isEqualTo(retentionOf(topic));
            }
            await("the group is listed once its partition is loaded")
                    .atMost(PATIENCE)
                    .until(() -> admin.listGroups().all().get().stream()
                            .anyMatch(group -> group.groupId().equals(Load.GROUP)));
            committed.forEach((partition, offset) -> assertThat(committedNow(admin, partition))
                    .as("%s", partition)
                    .isGreaterThanOrEqualTo(offset));
        }
    }

    /** Waits until records and offsets have been acknowledged since now. */
    private static void awaitProgress(Load load) {
        int records = load.acknowledgedCount();
        long commits = load.commitCount();
        await().atMost(PATIENCE)
                .until(() -> load.acknowledgedCount() > records + 1000 && load.commitCount() > commits + 2);
    }

    private void createTopic(Clients clients, String name) throws Exception {
        try (Admin admin = clients.admin()) {
            NewTopic topic =
                    new NewTopic(name, PARTITIONS, (short) 1).configs(Map.of("retention.ms", retentionOf(name)));
            admin.createTopics(List.of(topic)).all().get();
        }
        topics.add(name);
    }

    private static String retentionOf(String topic) {
        return String.valueOf(86_400_000L + topic.hashCode() % 1000);
    }

    private static String retention(Admin admin, String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        Config config = Objects.requireNonNull(
                admin.describeConfigs(List.of(resource)).all().get().get(resource));
        return config.get("retention.ms").value();
    }

    private static long committedNow(Admin admin, TopicPartition partition) {
        try {
            OffsetAndMetadata offset = admin.listConsumerGroupOffsets(Load.GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(partition);
            return offset == null ? -1 : offset.offset();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int controllerEpoch() {
        Matcher epoch = Pattern.compile("controller epoch (\\d+)").matcher(node.output());
        assertThat(epoch.find()).as(node.output()).isTrue();
        return Integer.parseInt(epoch.group(1));
    }
}
