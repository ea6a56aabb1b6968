package dev.troupe.cluster.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cluster.testing.TestNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What groups remember when their only node is killed. */
@Tag("faults")
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupRestartIT {
    private static final int COMMITS = 100_000;
    private static final int IN_FLIGHT = 500;
    private static final TopicPartition PARTITION = new TopicPartition("t", 0);

    @TempDir
    private Path data;

    private TestNode node;
    private Clients clients;

    @BeforeEach
    void startNode() throws Exception {
        node = TestNode.start(data);
        clients = new Clients(node.kafka());
        try (Admin admin = clients.admin()) {
            admin.createTopics(List.of(new NewTopic("t", 1, (short) 1))).all().get();
        }
    }

    @AfterEach
    void stopNode() {
        node.close();
    }

    @Test
    void theLastOfAHundredThousandCommitsIsThereAtTheFirstQuestion(TestReporter reporter) throws Exception {
        AtomicInteger done = new AtomicInteger();
        List<Exception> failures = new ArrayList<>();
        try (KafkaConsumer<String, String> committer = clients.consumer(Map.of("group.id", "many"))) {
            committer.assign(List.of(PARTITION));
            // Commits that do not wait need a coordinator that is known already.
            committer.commitSync(Map.of(PARTITION, new OffsetAndMetadata(0)));
            for (int offset = 1; offset <= COMMITS; offset++) {
                committer.commitAsync(Map.of(PARTITION, new OffsetAndMetadata(offset)), (offsets, failure) -> {
                    done.incrementAndGet();
                    if (failure != null) {
                        failures.add(failure);
                    }
                });
                while (offset - done.get() >= IN_FLIGHT || (offset == COMMITS && done.get() < COMMITS)) {
                    committer.poll(Duration.ofMillis(1));
                }
            }
        }
        assertThat(failures).isEmpty();

        killAndRestart();

        long begun = System.nanoTime();
        assertThat(committed("many")).isEqualTo(COMMITS);
        reporter.publishEntry(
                "first OffsetFetch after " + COMMITS + " commits and a restart, with its connection, ms",
                String.valueOf((System.nanoTime() - begun) / 1_000_000));
    }

    @Test
    void whatWasDeletedStaysDeleted() throws Exception {
        try (Admin admin = clients.admin()) {
            for (String group : List.of("deleted", "emptied", "kept")) {
                admin.alterConsumerGroupOffsets(group, Map.of(PARTITION, new OffsetAndMetadata(7)))
                        .all()
                        .get();
            }
            admin.deleteConsumerGroups(List.of("deleted")).all().get();
            admin.deleteConsumerGroupOffsets("emptied", Set.of(PARTITION)).all().get();
        }

        killAndRestart();

        assertThat(committed("kept")).isEqualTo(7);
        assertThat(committed("deleted")).isEqualTo(-1);
        assertThat(committed("emptied")).isEqualTo(-1);
        try (Admin admin = clients.admin()) {
            assertThat(admin.listGroups().all().get())
                    .extracting(GroupListing::groupId)
                    .contains("kept")
                    .doesNotContain("deleted");
        }
    }

    private void killAndRestart() {
        node.kill();
        node = TestNode.start(data);
        clients = new Clients(node.kafka());
    }

    private long committed(String group) throws Exception {
        try (Admin admin = clients.admin()) {
            OffsetAndMetadata offset = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(PARTITION);
            return offset == null ? -1 : offset.offset();
        }
    }
}
