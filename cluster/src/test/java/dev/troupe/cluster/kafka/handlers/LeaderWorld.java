package dev.troupe.cluster.kafka.handlers;

import com.typesafe.config.ConfigFactory;
import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.partition.FetchBudget;
import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.actors.partition.Partition;
import dev.troupe.actors.partition.PartitionCommand.Lead;
import dev.troupe.actors.partition.PartitionCommand.PartitionReply;
import dev.troupe.actors.partition.PartitionContext;
import dev.troupe.actors.partition.PartitionSettings;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.cluster.kafka.FileRegionRecords;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.persistence.files.DiskFiles;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.log.LogSettings;
import dev.troupe.persistence.log.LogSlice;
import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.metadata.BrokerInfo;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.record.internal.BaseRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.pcollections.HashTreePMap;

/**
 * A broker that leads both partitions of the topic {@code orders}, with real partition actors on real logs; a second one, that
 * nobody hosts here, leads {@code elsewhere}.
 */
final class LeaderWorld implements AutoCloseable {
    static final String ORDERS = "orders";
    static final Uuid ORDERS_ID = new Uuid(11, 12);
    static final String ELSEWHERE = "elsewhere";
    static final int LEADER_EPOCH = 3;

    private static final int BROKER = 1;

    private final ActorTestKit kit =
            ActorTestKit.create(ConfigFactory.parseString("troupe.log-dispatcher.type = Dispatcher"));
    private final ExecutorService disk = Executors.newFixedThreadPool(2);
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
    private final HostedPartitions hosted = new HostedPartitions();
    private final MetadataCache metadata = new MetadataCache(image());
    private final LogDirectory logs;

    LeaderWorld(Path folder) throws IOException {
        logs = LogDirectory.open(
                folder,
                new LogSettings(Duration.ofDays(1), 0),
                new DiskFiles(),
                InstantSource.system(),
                UUID::randomUUID);
        PartitionContext node = new PartitionContext(
                BROKER,
                () -> 1,
                logs,
                kit.<ControllerCommand>createTestProbe().ref(),
                id -> kit.<ReplicaFetch>createTestProbe().ref(),
                new PartitionSettings(Duration.ofSeconds(30), 1 << 20, Duration.ofSeconds(1), Duration.ofSeconds(5)),
                new FetchBudget(1 << 20),
                System::nanoTime);
        TestProbe<PartitionReply> broker = kit.createTestProbe();
        kit.spawn(Behaviors.setup(actor -> {
            for (PartitionInfo info : partitions(BROKER)) {
                TopicPartition partition = new TopicPartition(ORDERS, info.partition());
                HostedPartition replica =
                        Partition.host(actor, node, partition, PartitionLookup.idOf(ORDERS_ID), info, Map.of());
                hosted.add(replica);
                replica.actor().tell(new Lead(info, broker.ref()));
            }
            return Behaviors.empty();
        }));
        broker.receiveSeveralMessages(2);
    }

    ActorTestKit kit() {
        return kit;
    }

    HostedPartitions hosted() {
        return hosted;
    }

    PartitionLookup lookup() {
        return new PartitionLookup(hosted, metadata);
    }

    MetadataCache metadata() {
        return metadata;
    }

    ExecutorService disk() {
        return disk;
    }

    Path folder() {
        return logs.root();
    }

    ProduceHandler produce() {
        return new ProduceHandler(lookup(), new LeaderHints(metadata), System::nanoTime);
    }

    FetchHandler fetch(FetchSessions sessions, FetchSettings settings) {
        return new FetchHandler(lookup(), new LeaderHints(metadata), sessions, settings, disk, (delay, task) -> {
            ScheduledFuture<?> timer = timers.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> timer.cancel(false);
        });
    }

    FetchSessions sessions(FetchSettings settings) {
        return new FetchSessions(settings, System::nanoTime, RandomGenerator.getDefault());
    }

    static RequestContext version(int version) {
        return new RequestContext((short) version, "test", "127.0.0.1", "PLAINTEXT", 1, ForkJoinPool.commonPool());
    }

    static <R> R await(CompletionStage<R> stage) {
        try {
            return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The values in a response, read from the segment file as the listener sends them. */
    static List<String> values(BaseRecords records) {
        List<String> values = new ArrayList<>();
        for (Record record : memory(records).records()) {
            byte[] value = new byte[record.valueSize()];
            record.value().get(value);
            values.add(new String(value, StandardCharsets.UTF_8));
        }
        return values;
    }

    private static MemoryRecords memory(BaseRecords records) {
        if (!(records instanceof FileRegionRecords(LogSlice slice))) {
            return (MemoryRecords) records;
        }
        try {
            ByteBuffer bytes = ByteBuffer.allocate(slice.size());
            slice.channel().read(bytes, slice.position());
            return MemoryRecords.readableRecords(bytes.flip());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ClusterImage image() {
        TopicId orders = PartitionLookup.idOf(ORDERS_ID);
        TopicId elsewhere = new TopicId(new UUID(21, 22));
        ClusterImage empty = ClusterImage.empty("cluster");
        return new ClusterImage(
                1,
                "cluster",
                BROKER,
                1,
                HashTreePMap.<Integer, BrokerInfo>empty()
                        .plus(BROKER, broker(BROKER))
                        .plus(2, broker(2)),
                empty.topics()
                        .plus(ORDERS, new TopicInfo(ORDERS, orders, false, partitions(BROKER), Map.of()))
                        .plus(ELSEWHERE, new TopicInfo(ELSEWHERE, elsewhere, false, partitions(2), Map.of())),
                empty.topicNames().plus(orders, ORDERS).plus(elsewhere, ELSEWHERE),
                empty.clusterConfigs(),
                empty.brokerConfigs());
    }

    private static BrokerInfo broker(int id) {
        return new BrokerInfo(
                id, 1, new UUID(0, id), List.of(new Endpoint("PLAINTEXT", "host-" + id, 9090 + id)), null);
    }

    private static List<PartitionInfo> partitions(int leader) {
        return List.of(
                new PartitionInfo(0, leader, LEADER_EPOCH, 4, List.of(leader), List.of(leader)),
                new PartitionInfo(1, leader, LEADER_EPOCH, 4, List.of(leader), List.of(leader)));
    }

    @Override
    public void close() {
        kit.shutdownTestKit();
        disk.shutdownNow();
        timers.shutdownNow();
    }
}
