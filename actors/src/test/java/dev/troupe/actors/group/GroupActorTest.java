package dev.troupe.actors.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.group.GroupReply.Joined;
import dev.troupe.actors.group.GroupReply.Synced;
import dev.troupe.actors.group.GroupRequest.Commit;
import dev.troupe.actors.group.GroupRequest.FetchOffsets;
import dev.troupe.actors.group.GroupRequest.Heartbeat;
import dev.troupe.actors.group.GroupRequest.Join;
import dev.troupe.actors.group.GroupRequest.Protocol;
import dev.troupe.actors.group.GroupRequest.Sync;
import dev.troupe.persistence.log.AppendResult;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.ClusterImage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups through the real shell and the real journal, over files. */
final class GroupActorTest {
    private static final String GROUP = "orders";
    private static final TopicPartition TP = new TopicPartition("t", 0);

    private final ActorTestKit kit = ActorTestKit.create("group-test");
    private FileOffsetsLog log;
    private Groups groups;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        log = new FileOffsetsLog(directory);
        groups = startGroups();
        lead(0);
    }

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    @Test
    void answersNotCoordinatorAtOnceWhereThePartitionIsNotLed() throws Exception {
        groups.resigned(offsetsPartition(), 0);
        await().untilAsserted(() ->
                assertThat(get(groups.ask(GROUP, new FetchOffsets())).error()).isEqualTo(ErrorCode.NOT_COORDINATOR));
    }

    @Test
    void keepsCommitsOverAMoveOfTheCoordinator() throws Exception {
        assertThat(get(commit(41)).error()).isEqualTo(ErrorCode.NONE);
        assertThat(get(commit(42)).error()).isEqualTo(ErrorCode.NONE);
        move();
        assertThat(get(groups.ask(GROUP, new FetchOffsets())).offsets().get(TP))
                .extracting(CommittedOffset::offset)
                .isEqualTo(42L);
    }

    @Test
    void keepsAStableGroupOverAMoveOfTheCoordinator() throws Exception {
        Joined joined = formGroup();
        move();
        Heartbeat beat = new Heartbeat(joined.memberId(), null, joined.generation());
        assertThat(get(groups.ask(GROUP, beat)).error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void writesManyCommitsThatComeAtOnce() throws Exception {
        List<CompletionStage<GroupReply.Committed>> commits = new ArrayList<>();
        IntStream.rangeClosed(1, 500).forEach(offset -> commits.add(commit(offset)));
        for (CompletionStage<GroupReply.Committed> commit : commits) {
            assertThat(get(commit).error()).isEqualTo(ErrorCode.NONE);
        }
        assertThat(get(groups.ask(GROUP, new FetchOffsets())).offsets().get(TP))
                .extracting(CommittedOffset::offset)
                .isEqualTo(500L);
    }

    @Test
    void servesOnAfterAWriteThatFailed() throws Exception {
        assertThat(get(commit(7)).error()).isEqualTo(ErrorCode.NONE);
        log.refuseOnce(new AppendResult.Refused(ErrorCode.NOT_ENOUGH_REPLICAS, "too few", List.of()));
        assertThat(get(commit(8)).error()).isEqualTo(ErrorCode.COORDINATOR_NOT_AVAILABLE);
        assertThat(get(groups.ask(GROUP, new FetchOffsets())).offsets().get(TP))
                .extracting(CommittedOffset::offset)
                .isEqualTo(7L);
        assertThat(get(commit(9)).error()).isEqualTo(ErrorCode.NONE);
    }

    @Test
    void beginsAGroupAnewAfterItWasDeleted() throws Exception {
        get(commit(7));
        assertThat(get(groups.ask(GROUP, new GroupRequest.Delete())).error()).isEqualTo(ErrorCode.NONE);
        assertThat(get(groups.ask(GROUP, new FetchOffsets())).offsets()).isEmpty();
        assertThat(get(commit(9)).error()).isEqualTo(ErrorCode.NONE);
        move();
        assertThat(get(groups.ask(GROUP, new FetchOffsets())).offsets().get(TP))
                .extracting(CommittedOffset::offset)
                .isEqualTo(9L);
    }

    @Test
    void putsOutAMemberThatIsSilent() throws Exception {
        formGroup();
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(groups.list())
                        .extracting(GroupSummary::state)
                        .containsExactly(GroupPhase.EMPTY));
        assertThat(groups.timeline(GROUP))
                .extracting(GroupTimeline.Entry::what)
                .anySatisfy(what -> assertThat(what).contains("silent for its session timeout"));
    }

    private Joined formGroup() throws Exception {
        Joined told = get(groups.ask(GROUP, join("")));
        assertThat(told.error()).isEqualTo(ErrorCode.MEMBER_ID_REQUIRED);
        Joined joined = get(groups.ask(GROUP, join(told.memberId())));
        assertThat(joined.error()).isEqualTo(ErrorCode.NONE);
        Sync sync = new Sync(
                joined.memberId(),
                null,
                joined.generation(),
                null,
                null,
                Map.of(joined.memberId(), Bytes.of(new byte[] {1})));
        Synced synced = get(groups.ask(GROUP, sync));
        assertThat(synced.assignment()).isEqualTo(Bytes.of(new byte[] {1}));
        return joined;
    }

    private static Join join(String memberId) {
        return new Join(
                memberId,
                null,
                "client",
                "/127.0.0.1",
                "consumer",
                List.of(new Protocol("range", Bytes.EMPTY)),
                500,
                500,
                true,
                true,
                null);
    }

    private CompletionStage<GroupReply.Committed> commit(long offset) {
        return groups.ask(
                GROUP, new Commit("", null, -1, Map.of(TP, new CommittedOffset(offset, -1, "", 1, -1, TopicId.ZERO))));
    }

    private void move() {
        groups.resigned(offsetsPartition(), 0);
        await().until(() -> groups.list().isEmpty());
        lead(1);
    }

    private void lead(int epoch) {
        groups.elected(offsetsPartition(), epoch);
        await().until(() -> groups.isServing(GROUP));
    }

    private TopicPartition offsetsPartition() {
        return new TopicPartition(Groups.OFFSETS_TOPIC, groups.partitionOf(GROUP));
    }

    private Groups startGroups() throws Exception {
        Groups.Parts parts = new Groups.Parts(
                settings(),
                1,
                new MetadataCache(ClusterImage.empty("test")),
                ForkJoinPool.commonPool(),
                InstantSource.system(),
                System::nanoTime,
                UUID::randomUUID);
        CompletableFuture<Groups> started = new CompletableFuture<>();
        Behavior<Void> parent = Behaviors.setup(context -> {
            started.complete(Groups.start(context, log, parts));
            return Behaviors.empty();
        });
        kit.spawn(parent);
        return get(started);
    }

    private static GroupSettings settings() {
        return new GroupSettings(
                50, 20, 100, 10_000, 100, 4096, Duration.ofDays(7), Duration.ofMinutes(10), Duration.ofSeconds(5), 5);
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
