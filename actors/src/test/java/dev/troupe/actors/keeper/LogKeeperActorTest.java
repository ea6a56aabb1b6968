package dev.troupe.actors.keeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import dev.troupe.actors.partition.FetchBudget;
import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.actors.partition.Partition;
import dev.troupe.actors.partition.PartitionCommand.Append;
import dev.troupe.actors.partition.PartitionCommand.Lead;
import dev.troupe.actors.partition.PartitionCommand.PartitionReply;
import dev.troupe.actors.partition.PartitionContext;
import dev.troupe.actors.partition.PartitionSettings;
import dev.troupe.persistence.files.DiskFiles;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.log.LogSettings;
import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.record.KeyValue;
import dev.troupe.protocol.record.KeyValueBatches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.ManualTime;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogKeeperActorTest {
    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);
    private static final LogKeeperSettings SETTINGS = new LogKeeperSettings(
            Duration.ofSeconds(300), Duration.ofSeconds(60), Duration.ofSeconds(15), 2, 1 << 20, 1e9);

    @TempDir
    Path folder;

    private final ActorTestKit kit = ActorTestKit.create(ManualTime.config()
            .withFallback(ConfigFactory.parseString("troupe.log-dispatcher { type = Dispatcher }"))
            .withFallback(ConfigFactory.load()));
    private final ManualTime time = ManualTime.get(kit.system());
    private final AtomicLong nowMs = new AtomicLong(1_000_000);
    private final HostedPartitions replicas = new HostedPartitions();
    private @Nullable LogDirectory logs;

    @BeforeEach
    void start() {
        kit.spawn(LogKeeper.create(logs(), replicas, SETTINGS, (partition, topic) -> true));
    }

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    @Test
    void deletesWhatRetentionSaysWhenItsTimeHasCome() {
        HostedPartition replica = lead(Map.of("retention.ms", "5000"));
        append(replica, "k", "old");
        pass(Duration.ofSeconds(299));
        assertThat(view(replica).logStartOffset()).isZero();

        pass(Duration.ofSeconds(1));
        await().until(() -> view(replica).logStartOffset() == 1);
    }

    @Test
    void compactsATopicThatAsksForIt() {
        HostedPartition replica = lead(Map.of(
                "cleanup.policy",
                "compact",
                "segment.ms",
                "1000",
                "min.cleanable.dirty.ratio",
                "0.1",
                "retention.ms",
                "-1"));
        for (int i = 0; i < 10; i++) {
            append(replica, "k", "value " + i);
        }
        long before = view(replica).sizeInBytes();
        nowMs.addAndGet(2000);
        append(replica, "k", "in the next segment");
        pass(Duration.ofSeconds(15));

        await().until(() -> view(replica).sizeInBytes() < before / 2);
        assertThat(view(replica).logEndOffset()).isEqualTo(11);
    }

    @Test
    void forcesToDiskWhatFlushMsAsksFor() {
        HostedPartition replica = lead(Map.of("flush.ms", "2000"));
        append(replica, "k", "v");
        pass(Duration.ofSeconds(1));
        assertThat(recoveryPoint()).isZero();

        pass(Duration.ofSeconds(1));
        await().until(() -> recoveryPoint() == 1);
    }

    private long recoveryPoint() {
        return logs().log(PARTITION).orElseThrow().recoveryPoint();
    }

    @Test
    void writesCheckpointsFromTimeToTime() {
        HostedPartition replica = lead(Map.of());
        append(replica, "k", "v");
        pass(Duration.ofSeconds(60));

        Path checkpoint = folder.resolve("replication-offset-checkpoint");
        await().until(() ->
                Files.exists(checkpoint) && Files.readString(checkpoint).contains("orders 0 1"));
    }

    private HostedPartition lead(Map<String, String> configs) {
        TestProbe<ControllerCommand> controller = kit.createTestProbe();
        PartitionContext node = new PartitionContext(
                1,
                () -> 1,
                logs(),
                controller.ref(),
                other -> kit.system().deadLetters(),
                new PartitionSettings(Duration.ofSeconds(30), 1 << 20, Duration.ofSeconds(1), Duration.ofSeconds(5)),
                new FetchBudget(1 << 20),
                System::nanoTime);
        PartitionInfo info = new PartitionInfo(0, 1, 0, 0, List.of(1), List.of(1));
        CompletableFuture<HostedPartition> hosted = new CompletableFuture<>();
        kit.spawn(Behaviors.setup(broker -> {
            hosted.complete(Partition.host(broker, node, PARTITION, TopicId.ZERO, info, configs));
            return Behaviors.ignore();
        }));
        HostedPartition replica = hosted.join();
        replicas.add(replica);
        TestProbe<PartitionReply> reply = kit.createTestProbe();
        replica.actor().tell(new Lead(info, reply.ref()));
        reply.receiveMessage();
        return replica;
    }

    private void append(HostedPartition replica, String key, String value) {
        ByteBuffer batch = KeyValueBatches.build(nowMs.get(), List.of(new KeyValue(bytes(key), bytes(value))));
        CompletableFuture<Object> done = new CompletableFuture<>();
        replica.actor().tell(new Append(batch, (short) -1, Long.MAX_VALUE, done::complete));
        done.join();
    }

    private void pass(Duration duration) {
        nowMs.addAndGet(duration.toMillis());
        time.timePasses(duration);
    }

    private static LogView view(HostedPartition replica) {
        return Objects.requireNonNull(replica.view().log());
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private LogDirectory logs() {
        LogDirectory open = logs;
        if (open == null) {
            open = open();
            logs = open;
        }
        return open;
    }

    private LogDirectory open() {
        try {
            return LogDirectory.open(
                    folder,
                    new LogSettings(Duration.ofDays(1), 0),
                    new DiskFiles(),
                    () -> Instant.ofEpochMilli(nowMs.get()),
                    UUID::randomUUID);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
