package dev.troupe.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.partition.PartitionCommand.Append;
import dev.troupe.actors.partition.PartitionCommand.DeleteRecords;
import dev.troupe.actors.partition.PartitionCommand.Follow;
import dev.troupe.actors.partition.PartitionCommand.Lead;
import dev.troupe.actors.partition.PartitionCommand.PartitionReply;
import dev.troupe.actors.partition.PartitionCommand.Stop;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaRecords;
import dev.troupe.persistence.files.DiskFiles;
import dev.troupe.persistence.log.AppendResult;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.log.LogSettings;
import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.ManualTime;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A replica's actor on a real log: broker 1 hosts it, the other brokers are probes. Its tests extend this. */
abstract class ReplicaWorld {
    static final TopicPartition PARTITION = new TopicPartition("orders", 0);
    static final TopicId TOPIC = new TopicId(new UUID(1, 2));
    static final short ALL = -1;

    @TempDir
    Path folder;

    final ActorTestKit kit = ActorTestKit.create(ManualTime.config());
    final ManualTime time = ManualTime.get(kit.system());
    final TestProbe<ControllerCommand> controller = kit.createTestProbe();
    final TestProbe<ReplicaFetch> leader = kit.createTestProbe();
    final TestProbe<PartitionReply> broker = kit.createTestProbe();
    final TestProbe<AppendResult> producer = kit.createTestProbe();
    final TestProbe<ReplicaMessage> follower = kit.createTestProbe();
    final HostedPartition hosted = new HostedPartition(PARTITION, TOPIC, info(0, 0, List.of(1), List.of(1)));
    final AtomicLong nanos = new AtomicLong();
    long fetches;
    ActorRef<PartitionCommand> partition =
            kit.<PartitionCommand>createTestProbe().ref();

    @BeforeEach
    void start() throws IOException {
        partition = spawn(Map.of());
    }

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    ActorRef<PartitionCommand> spawn(Map<String, String> configs) throws IOException {
        LogDirectory logs = LogDirectory.open(
                folder,
                new LogSettings(Duration.ofDays(1), 0),
                new DiskFiles(),
                InstantSource.system(),
                UUID::randomUUID);
        PartitionContext node = new PartitionContext(
                1,
                () -> 1,
                logs,
                controller.ref(),
                id -> leader.ref(),
                new PartitionSettings(Duration.ofSeconds(30), 1 << 20, Duration.ofSeconds(1), Duration.ofSeconds(5)),
                new FetchBudget(1 << 20),
                nanos::get);
        ActorRef<PartitionCommand> spawned = kit.spawn(Partition.create(node, hosted, configs));
        hosted.attach(spawned);
        return spawned;
    }

    void lead(PartitionInfo info) {
        partition.tell(new Lead(info, broker.ref()));
        assertThat(broker.receiveMessage()).isEqualTo(new PartitionReply(PARTITION, ErrorCode.NONE, null));
    }

    void follow(PartitionInfo info) {
        partition.tell(new Follow(info, broker.ref()));
        assertThat(broker.receiveMessage()).isEqualTo(new PartitionReply(PARTITION, ErrorCode.NONE, null));
    }

    void stopPartition(boolean delete) {
        partition.tell(new Stop(delete, broker.ref()));
        assertThat(broker.receiveMessage().error()).isEqualTo(ErrorCode.NONE);
    }

    AppendResult append(short acks, String... values) {
        tellAppend(acks, values);
        return producer.receiveMessage();
    }

    void tellAppend(short acks, String... values) {
        partition.tell(new Append(
                Batch.of(values),
                acks,
                nanos.get() + TimeUnit.SECONDS.toNanos(1),
                result -> producer.ref().tell(result)));
    }

    ReplicaRecords fetch(int replica, long offset) {
        tellFetch(replica, offset, -1);
        return follower.expectMessageClass(ReplicaRecords.class);
    }

    void tellFetch(int replica, long offset, int lastEpoch) {
        int epoch = hosted.view().info().leaderEpoch();
        partition.tell(new ReplicaFetch(
                PARTITION, TOPIC, replica, 1, ++fetches, epoch, offset, lastEpoch, 1000, follower.ref()));
    }

    String deleteRecords(long before) {
        TestProbe<String> deleted = kit.createTestProbe();
        partition.tell(new DeleteRecords(before, (error, start) -> deleted.ref().tell(error + " " + start)));
        return deleted.receiveMessage();
    }

    LogView log() {
        return Objects.requireNonNull(hosted.view().log());
    }

    void pass(Duration duration) {
        nanos.addAndGet(duration.toNanos());
        time.timePasses(duration);
    }

    static PartitionInfo info(int leaderEpoch, int partitionEpoch, List<Integer> replicas, List<Integer> isr) {
        return new PartitionInfo(0, replicas.getFirst(), leaderEpoch, partitionEpoch, replicas, isr);
    }
}
