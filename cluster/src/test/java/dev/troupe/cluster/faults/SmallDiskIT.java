package dev.troupe.cluster.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.troupe.cluster.testing.TestNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node on a disk of 96 MiB that fills up, and one of whose folders becomes read-only (BEHAVIOUR L8, L14). */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SmallDiskIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String VALUE = "v".repeat(100_000);

    @TempDir
    private static Path disk;

    private final HttpClient http = HttpClient.newHttpClient();
    private TestNode node;
    private Clients clients;

    @BeforeEach
    void startOnASmallDisk() {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", disk.toString()) == 0,
                "mounting a small disk is not permitted here");
        start();
    }

    private void start() {
        node = TestNode.start(
                disk.resolve("data"),
                "--set",
                "log.disk.reserve.bytes=" + (32 << 20),
                "--set",
                "log.retention.check.interval.ms=300");
        clients = new Clients(node.kafka());
    }

    @AfterEach
    void unmount() {
        if (node != null) {
            node.close();
        }
        run("umount", disk.toString());
    }

    @Test
    void aFullDiskRefusesWritesForAWhileAndTakesThemAgainWhenThereIsRoom() throws Exception {
        create("filler");
        int acknowledged = fill("filler");
        assertThat(acknowledged).isGreaterThan(100);
        assertThat(get("/api/v1/log-dirs")).contains("\"takes_writes\" : false").doesNotContain("\"failure\" : \"");
        assertThat(get("/alive")).isNotNull();
        assertThat(clients.readAll("filler", 1)).hasSize(acknowledged);

        try (Admin admin = clients.admin()) {
            admin.deleteRecords(Map.of(new TopicPartition("filler", 0), RecordsToDelete.beforeOffset(acknowledged)))
                    .all()
                    .get();
        }
        await().atMost(PATIENCE).until(() -> isTaken("filler"));
        assertThat(get("/api/v1/log-dirs")).contains("\"takes_writes\" : true");
        assertThat(clients.readAll("filler", 1)).hasSize(1);
    }

    @Test
    void aFolderThatBecomesReadOnlyEndsTheWritesToItsPartitionAlone() throws Exception {
        create("frozen");
        create("other");
        assertThat(isTaken("frozen")).isTrue();
        String folder = disk.resolve("data/logs/frozen-0").toString();
        assertThat(run("mount", "--bind", folder, folder)).isZero();
        int acknowledged;
        try {
            assertThat(run("mount", "-o", "remount,bind,ro", folder)).isZero();
            acknowledged = 1 + fill("frozen");

            assertThat(get("/api/v1/log-dirs")).contains("Read-only file system");
            assertThat(isTaken("other")).isTrue();
            assertThat(get("/alive")).isNotNull();
            assertThat(clients.readAll("frozen", 1)).hasSize(acknowledged);
        } finally {
            node.kill();
            run("umount", folder);
        }
        start();
        assertThat(isTaken("frozen")).isTrue();
        assertThat(clients.readAll("frozen", 1)).hasSize(acknowledged + 1);
    }

    private void create(String topic) throws Exception {
        try (Admin admin = clients.admin()) {
            Map<String, String> configs = Map.of("segment.bytes", "1048576", "file.delete.delay.ms", "0");
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(configs)))
                    .all()
                    .get();
        }
    }

    /** Sends until a record is refused; the number of those that were acknowledged before. */
    private int fill(String topic) throws Exception {
        try (KafkaProducer<String, String> producer = impatient()) {
            for (int acknowledged = 0; acknowledged < 2_000; acknowledged++) {
                try {
                    producer.send(new ProducerRecord<>(topic, VALUE)).get();
                } catch (ExecutionException refused) {
                    assertThat(refused).hasCauseInstanceOf(RetriableException.class);
                    return acknowledged;
                }
            }
        }
        throw new AssertionError("200 MB were taken by a disk of 96");
    }

    private boolean isTaken(String topic) throws Exception {
        try (KafkaProducer<String, String> producer = impatient()) {
            producer.send(new ProducerRecord<>(topic, "small")).get();
            return true;
        } catch (ExecutionException refused) {
            assertThat(refused).hasCauseInstanceOf(RetriableException.class);
            return false;
        }
    }

    private KafkaProducer<String, String> impatient() {
        Map<String, Object> config =
                Map.of("bootstrap.servers", node.kafka(), "acks", "all", "retries", 0, "enable.idempotence", false);
        return new KafkaProducer<>(config, new StringSerializer(), new StringSerializer());
    }

    private String get(String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(node.management() + path)).build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer.body();
    }

    private static int run(String... command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
        } catch (IOException missing) {
            return -1;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
