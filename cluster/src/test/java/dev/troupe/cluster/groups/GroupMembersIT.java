package dev.troupe.cluster.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.cluster.testing.TestNode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.MessageFormatter;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.tools.consumer.GroupMetadataMessageFormatter;
import org.apache.kafka.tools.consumer.OffsetsMessageFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of Kafka's own consumers, and what Kafka's own tools make of what is kept of them. */
final class GroupMembersIT {
    private static final String TOPIC = "shared";
    private static final int PARTITIONS = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static TestNode node;
    private static Admin admin;

    @BeforeAll
    static void startNode(@TempDir Path data) throws Exception {
        node = TestNode.start(data);
        admin = Admin.create(Map.of("bootstrap.servers", node.kafka()));
        admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1)))
                .all()
                .get();
    }

    @AfterAll
    static void stopNode() {
        admin.close();
        node.close();
    }

    @Test
    void tenThatJoinTogetherNeedThreeGenerationsAtMostAndThenNoMore() {
        List<PollingConsumer> members = new ArrayList<>();
        try {
            for (int i = 0; i < PARTITIONS; i++) {
                members.add(new PollingConsumer(config("ten"), TOPIC));
            }
            await().atMost(PATIENCE)
                    .until(() -> members.stream()
                            .allMatch(member -> member.assignment().size() == 1));
            int generation = members.getFirst().generation();
            assertThat(generation).isLessThanOrEqualTo(3);

            await().during(Duration.ofSeconds(5))
                    .atMost(Duration.ofSeconds(6))
                    .until(() -> members.stream().allMatch(member -> member.generation() == generation));
        } finally {
            members.forEach(PollingConsumer::close);
        }
    }

    @Test
    void ofTwoWithOneInstanceIdExactlyOneIsFenced() {
        Map<String, Object> config = config("instances");
        config.put("group.instance.id", "one");
        try (PollingConsumer first = new PollingConsumer(config, TOPIC)) {
            await().atMost(PATIENCE).until(() -> first.assignment().size() == PARTITIONS);
            try (PollingConsumer second = new PollingConsumer(config, TOPIC)) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(first.failure()).isInstanceOf(FencedInstanceIdException.class));
                await().atMost(PATIENCE).until(() -> second.assignment().size() == PARTITIONS);
                await().during(Duration.ofSeconds(4))
                        .atMost(Duration.ofSeconds(5))
                        .untilAsserted(() -> assertThat(second.failure()).isNull());
            }
        }
    }

    @Test
    void whatIsKeptOfThemIsPrintedByKafkasFormatters() throws Exception {
        try (PollingConsumer member = new PollingConsumer(config("printed"), TOPIC)) {
            await().atMost(PATIENCE).until(() -> member.assignment().size() == PARTITIONS);
        }
        commit("printed", 3, 42);
        commit("deleted", 3, 43);
        admin.deleteConsumerGroups(List.of("deleted")).all().get();

        assertThat(printed(new OffsetsMessageFormatter()))
                .anySatisfy(line -> assertThat(line)
                        .contains("\"group\":\"printed\"", "\"topic\":\"shared\"", "\"partition\":3", "\"offset\":42"))
                .anySatisfy(line -> assertThat(line).contains("\"group\":\"deleted\"", "\"value\":null"));
        assertThat(printed(new GroupMetadataMessageFormatter()))
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "\"group\":\"printed\"",
                                "\"protocolType\":\"consumer\"",
                                "\"generation\":1",
                                "\"protocol\":\"range\"",
                                "\"clientId\":\"member-of-printed\""))
                .anySatisfy(line ->
                        assertThat(line).contains("\"group\":\"printed\"", "\"generation\":2", "\"members\":[]"))
                .anySatisfy(line -> assertThat(line).contains("\"group\":\"deleted\"", "\"value\":null"));
    }

    private static void commit(String group, int partition, long offset)
            throws ExecutionException, InterruptedException {
        admin.alterConsumerGroupOffsets(
                        group, Map.of(new TopicPartition(TOPIC, partition), new OffsetAndMetadata(offset)))
                .all()
                .get();
    }

    /** All records of the topic that groups are kept in, as a formatter prints them. */
    private static List<String> printed(MessageFormatter formatter) throws Exception {
        List<TopicPartition> partitions = IntStream.range(0, 50)
                .mapToObj(partition -> new TopicPartition("__consumer_offsets", partition))
                .toList();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
                KafkaConsumer<byte[], byte[]> reader = new KafkaConsumer<>(
                        Map.of("bootstrap.servers", node.kafka()),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            reader.assign(partitions);
            reader.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = reader.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> reader.position(each) < ends.getOrDefault(each, 0L))) {
                reader.poll(Duration.ofMillis(100)).forEach(record -> formatter.writeTo(record, out));
            }
        }
        // One record is one JSON object, with nothing between them.
        return List.of(
                bytes.toString(StandardCharsets.UTF_8).replace("}{", "}\n{").split("\n"));
    }

    private static Map<String, Object> config(String group) {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", node.kafka());
        config.put("group.id", group);
        config.put("client.id", "member-of-" + group);
        config.put("heartbeat.interval.ms", 500);
        return config;
    }
}
