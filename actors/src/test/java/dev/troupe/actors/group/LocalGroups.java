package dev.troupe.actors.group;

import static org.awaitility.Awaitility.await;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.group.GroupRequest.Commit;
import dev.troupe.actors.group.GroupRequest.FetchOffsets;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.ClusterImage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** The groups of a node with its real coordinator, actors and journal, over files and with a wall clock that tests set. */
final class LocalGroups implements AutoCloseable {
    static final TopicPartition TP = new TopicPartition("t", 0);
    static final Duration RETENTION = Duration.ofDays(7);
    static final int PARTITIONS = 5;
    private static final Pattern CHILDREN = Pattern.compile("-> groups .*?(\\d+|no) children");

    final FileOffsetsLog log;
    final Groups groups;
    private final ActorTestKit kit = ActorTestKit.create("groups-test");
    private final AtomicLong clockAheadMs = new AtomicLong();

    LocalGroups(Path directory, GroupSettings settings) throws Exception {
        log = new FileOffsetsLog(directory);
        InstantSource clock = () -> Instant.now().plusMillis(clockAheadMs.get());
        Groups.Parts parts = new Groups.Parts(
                settings,
                1,
                new MetadataCache(ClusterImage.empty("test")),
                ForkJoinPool.commonPool(),
                clock,
                System::nanoTime,
                UUID::randomUUID);
        CompletableFuture<Groups> started = new CompletableFuture<>();
        Behavior<Void> parent = Behaviors.setup(context -> {
            started.complete(Groups.start(context, log, parts));
            return Behaviors.empty();
        });
        kit.spawn(parent);
        groups = get(started);
    }

    /**
     * Settings as tests want them.
     *
     * @param idleMs how long a group without members keeps its actor
     */
    static GroupSettings settings(int idleMs, Duration expiryCheck) {
        return new GroupSettings(
                50, 20, 100, 10_000, 100, 4096, RETENTION, expiryCheck, Duration.ofSeconds(5), PARTITIONS, idleMs);
    }

    /** Lets the node lead a group's partition. */
    void lead(String group, int epoch) {
        groups.elected(partition(group), epoch);
        await().until(() -> groups.isServing(group));
    }

    /** Lets the coordination of a group go and come back. */
    void move(String group) {
        groups.resigned(partition(group), 0);
        await().until(() -> groups.list().isEmpty());
        lead(group, 1);
    }

    TopicPartition partition(String group) {
        return new TopicPartition(Groups.OFFSETS_TOPIC, groups.partitionOf(group));
    }

    CompletionStage<GroupReply.Committed> commit(String group, long offset) {
        CommittedOffset committed = new CommittedOffset(
                offset, -1, "", Instant.now().toEpochMilli() + clockAheadMs.get(), -1, TopicId.ZERO);
        return groups.ask(group, new Commit("", null, -1, Map.of(TP, committed)));
    }

    /** The offset in force, -1 where there is none. */
    long committed(String group) throws Exception {
        CommittedOffset offset =
                get(groups.ask(group, new FetchOffsets())).offsets().get(TP);
        return offset == null ? -1 : offset.offset();
    }

    /** The wall clock jumps. */
    void advanceWallClock(Duration by) {
        clockAheadMs.addAndGet(by.toMillis());
    }

    /** How many groups have an actor. */
    int actors() {
        Matcher matcher = CHILDREN.matcher(kit.system().printTree());
        if (!matcher.find()) {
            throw new AssertionError(kit.system().printTree());
        }
        return matcher.group(1).equals("no") ? 0 : Integer.parseInt(matcher.group(1));
    }

    static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        kit.shutdownTestKit();
    }
}
