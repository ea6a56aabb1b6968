package dev.troupe.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.partition.PartitionCommand.Append;
import dev.troupe.actors.partition.PartitionCommand.DeleteRecords;
import dev.troupe.actors.partition.PartitionCommand.Follow;
import dev.troupe.actors.partition.PartitionCommand.Lead;
import dev.troupe.actors.partition.PartitionCommand.PartitionReply;
import dev.troupe.actors.partition.PartitionCommand.Stop;
import dev.troupe.actors.partition.PartitionView.Role;
import dev.troupe.actors.partition.ReplicaMessage.Diverging;
import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaRecords;
import dev.troupe.persistence.files.DiskFiles;
import dev.troupe.persistence.log.AppendResult;
import dev.troupe.persistence.log.AppendResult.Appended;
import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.log.LogSettings;
import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartition;
import dev.troupe.protocol.controller.ControllerCommand.AlterPartitionReply;
import dev.troupe.protocol.controller.ControllerCommand.PartitionOutcome;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.io.IOException;
import java.nio.file.Files;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The actor of a replica on a real log: broker 1 hosts it, brokers 2 and 3 are probes. */
class PartitionActorTest {
    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);
    private static final TopicId TOPIC = new TopicId(new UUID(1, 2));
    private static final short ALL = -1;

    @TempDir
    Path folder;

    private final ActorTestKit kit = ActorTestKit.create(ManualTime.config());
    private final ManualTime time = ManualTime.get(kit.system());
    private final TestProbe<ControllerCommand> controller = kit.createTestProbe();
    private final TestProbe<ReplicaFetch> leader = kit.createTestProbe();
    private final TestProbe<PartitionReply> broker = kit.createTestProbe();
    private final TestProbe<AppendResult> producer = kit.createTestProbe();
    private final TestProbe<ReplicaMessage> follower = kit.createTestProbe();
    private final HostedPartition hosted = new HostedPartition(PARTITION, TOPIC, info(0, 0, List.of(1), List.of(1)));
    private final AtomicLong nanos = new AtomicLong();
    private long fetches;
    private ActorRef<PartitionCommand> partition =
            kit.<PartitionCommand>createTestProbe().ref();

    @BeforeEach
    void start() throws IOException {
        partition = spawn(Map.of());
    }

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    @Test
    void aLoneLeaderAcknowledgesAtOnceAndPublishesFirst() {
        lead(info(0, 0, List.of(1), List.of(1)));

        assertThat(append(ALL, "a", "b")).isEqualTo(new Appended(0, 1, -1, 0, false));
        assertThat(log().highWatermark()).isEqualTo(2);
        assertThat(hosted.view().role()).isEqualTo(Role.LEADER);
        controller.expectNoMessage();
    }

    @Test
    void whatWasAppendedIsThereAfterARestart() throws IOException {
        lead(info(0, 0, List.of(1), List.of(1)));
        append(ALL, "a", "b");
        stopPartition(false);

        partition = spawn(Map.of());
        lead(info(1, 1, List.of(1), List.of(1)));

        assertThat(log().logEndOffset()).isEqualTo(2);
        assertThat(append(ALL, "c")).isEqualTo(new Appended(2, 2, -1, 0, false));
    }

    @Test
    void acksAllWaitsForTheFollowersOfTheIsr() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        tellAppend(ALL, "a");
        producer.expectNoMessage();

        assertThat(fetch(2, 0).records().remaining()).isPositive();
        producer.expectNoMessage();
        tellFetch(2, 1, 0);

        assertThat(producer.receiveMessage()).isEqualTo(new Appended(0, 0, -1, 0, false));
        assertThat(log().highWatermark()).isEqualTo(1);
    }

    @Test
    void acksOneDoesNotWait() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));

        assertThat(append((short) 1, "a")).isInstanceOf(Appended.class);
        assertThat(log().highWatermark()).isZero();
    }

    @Test
    void acksAllIsRefusedWhenItsTimeIsUp() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        tellAppend(ALL, "a");
        producer.expectNoMessage();

        pass(Duration.ofSeconds(2));

        assertThat(producer.expectMessageClass(Refused.class).error()).isEqualTo(ErrorCode.REQUEST_TIMED_OUT);
    }

    @Test
    void acksAllIsRefusedWithTooFewReplicasInSync() throws IOException {
        partition = spawn(Map.of("min.insync.replicas", "2"));
        lead(info(0, 0, List.of(1, 2), List.of(1)));

        assertThat(((Refused) append(ALL, "a")).error()).isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS);
        assertThat(log().logEndOffset()).isZero();
    }

    @Test
    void whoseReplicasLeaveWhileItWaitsIsTold() throws IOException {
        partition = spawn(Map.of("min.insync.replicas", "2"));
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        tellAppend(ALL, "a");
        lead(info(0, 1, List.of(1, 2), List.of(1)));

        assertThat(producer.expectMessageClass(Refused.class).error())
                .isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND);
    }

    @Test
    void aParkedFetchIsAnsweredByTheNextAppend() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        tellFetch(2, 0, -1);
        follower.expectNoMessage();

        append((short) 1, "a");

        assertThat(follower.expectMessageClass(ReplicaRecords.class).records().remaining())
                .isPositive();
    }

    @Test
    void aFollowerWithAnotherHistoryIsToldWhereTheyPart() {
        lead(info(3, 3, List.of(1, 2), List.of(1)));
        append((short) 1, "a");
        tellFetch(2, 5, 2);

        assertThat(follower.expectMessageClass(Diverging.class).endOffset()).isZero();
    }

    @Test
    void aFetchOfAnotherLeaderEpochIsRefused() {
        lead(info(3, 3, List.of(1, 2), List.of(1)));
        partition.tell(new ReplicaFetch(PARTITION, TOPIC, 2, 1, 1, 2, 0, -1, 1000, follower.ref()));
        assertThat(follower.expectMessageClass(FetchRefused.class).error()).isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);

        partition.tell(new ReplicaFetch(PARTITION, TOPIC, 2, 1, 2, 4, 0, -1, 1000, follower.ref()));
        assertThat(follower.expectMessageClass(FetchRefused.class).error()).isEqualTo(ErrorCode.UNKNOWN_LEADER_EPOCH);
    }

    @Test
    void aFollowerThatCaughtUpJoinsTheIsrThroughTheController() {
        lead(info(0, 0, List.of(1, 2), List.of(1)));
        append(ALL, "a");
        tellFetch(2, 1, 0);

        AlterPartition wish = controller.expectMessageClass(AlterPartition.class);
        assertThat(wish.changes().getFirst().isr()).containsExactly(1, 2);
        PartitionInfo granted = info(0, 1, List.of(1, 2), List.of(1, 2));
        wish.replyTo()
                .tell(new AlterPartitionReply(
                        ErrorCode.NONE, Map.of(PARTITION, new PartitionOutcome(ErrorCode.NONE, granted))));

        broker.awaitAssert(() -> {
            assertThat(hosted.view().info()).isEqualTo(granted);
            return null;
        });
    }

    @Test
    void theControllerIsAskedAgainUntilItAnswers() {
        lead(info(0, 0, List.of(1, 2), List.of(1)));
        tellFetch(2, 0, -1);
        controller.expectMessageClass(AlterPartition.class);

        pass(Duration.ofSeconds(3));

        controller.expectMessageClass(AlterPartition.class);
    }

    @Test
    void aFollowerThatLagsIsProposedToLeave() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        append((short) 1, "a");

        pass(Duration.ofSeconds(16));
        controller.expectNoMessage();
        pass(Duration.ofSeconds(16));

        assertThat(controller
                        .expectMessageClass(AlterPartition.class)
                        .changes()
                        .getFirst()
                        .isr())
                .containsExactly(1);
    }

    @Test
    void aFollowerCopiesItsLeader() {
        follow(info(0, 0, List.of(2, 1), List.of(2)));
        ReplicaFetch first = leader.receiveMessage();
        assertThat(first.fetchOffset()).isZero();
        assertThat(first.lastEpoch()).isEqualTo(-1);

        first.replyTo().tell(new ReplicaRecords(first.fetch(), Batch.of("a", "b"), 1, 0));

        ReplicaFetch second = leader.receiveMessage();
        assertThat(second.fetchOffset()).isEqualTo(2);
        assertThat(log().highWatermark()).isEqualTo(1);
        assertThat(((Refused) append(ALL, "x")).error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    }

    @Test
    void aFollowerThatHearsNothingAsksAgain() {
        follow(info(0, 0, List.of(2, 1), List.of(2)));
        ReplicaFetch first = leader.receiveMessage();

        pass(Duration.ofSeconds(6));

        assertThat(leader.receiveMessage().fetch()).isGreaterThan(first.fetch());
    }

    @Test
    void aDeposedLeaderRefusesWhatItHasParked() {
        lead(info(0, 0, List.of(1, 2), List.of(1, 2)));
        tellAppend(ALL, "a");
        follow(info(1, 1, List.of(1, 2), List.of(1, 2)));

        assertThat(producer.expectMessageClass(Refused.class).error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
    }

    @Test
    void anOldOrderIsRefused() {
        lead(info(3, 3, List.of(1), List.of(1)));

        partition.tell(new Lead(info(2, 2, List.of(1), List.of(1)), broker.ref()));

        assertThat(broker.receiveMessage().error()).isEqualTo(ErrorCode.FENCED_LEADER_EPOCH);
    }

    @Test
    void deletesRecordsUpToTheHighWatermark() {
        lead(info(0, 0, List.of(1), List.of(1)));
        append(ALL, "a", "b", "c");

        assertThat(deleteRecords(4)).isEqualTo("OFFSET_OUT_OF_RANGE -1");
        assertThat(deleteRecords(1)).isEqualTo("NONE 1");
        assertThat(deleteRecords(-1)).isEqualTo("NONE 3");
        assertThat(log().logStartOffset()).isEqualTo(3);
    }

    @Test
    void whoWatchesHearsOfAppendsUntilItStopsWatching() {
        lead(info(0, 0, List.of(1), List.of(1)));
        TestProbe<Long> watcher = kit.createTestProbe();
        HostedPartition.Watcher watching =
                p -> watcher.ref().tell(Objects.requireNonNull(p.view().log()).highWatermark());
        hosted.watch(watching);
        append(ALL, "a");
        watcher.expectMessage(1L);

        hosted.unwatch(watching);
        append(ALL, "b");

        watcher.expectNoMessage();
    }

    @Test
    void aLogThatCanNotBeOpenedTakesTheReplicaOfflineWithTheReason() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("orders-0"), "a file where the folder should be");

        partition.tell(new Lead(info(0, 0, List.of(1), List.of(1)), broker.ref()));

        assertThat(broker.receiveMessage().error()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        assertThat(hosted.view().role()).isEqualTo(Role.OFFLINE);
        assertThat(hosted.view().reason()).contains("orders-0");
        assertThat(((Refused) append(ALL, "a")).error()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
    }

    @Test
    void whatComesAfterAStopIsStillAnswered() {
        lead(info(0, 0, List.of(1), List.of(1)));
        stopPartition(true);

        assertThat(((Refused) append(ALL, "a")).error()).isEqualTo(ErrorCode.NOT_LEADER_OR_FOLLOWER);
        assertThat(hosted.view().log()).isNull();
        pass(Duration.ofSeconds(2));
        broker.expectTerminated(partition);
    }

    private ActorRef<PartitionCommand> spawn(Map<String, String> configs) throws IOException {
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
                nanos::get);
        ActorRef<PartitionCommand> spawned = kit.spawn(Partition.create(node, hosted, configs));
        hosted.attach(spawned);
        return spawned;
    }

    private void lead(PartitionInfo info) {
        partition.tell(new Lead(info, broker.ref()));
        assertThat(broker.receiveMessage()).isEqualTo(new PartitionReply(PARTITION, ErrorCode.NONE, null));
    }

    private void follow(PartitionInfo info) {
        partition.tell(new Follow(info, broker.ref()));
        assertThat(broker.receiveMessage()).isEqualTo(new PartitionReply(PARTITION, ErrorCode.NONE, null));
    }

    private void stopPartition(boolean delete) {
        partition.tell(new Stop(delete, broker.ref()));
        assertThat(broker.receiveMessage().error()).isEqualTo(ErrorCode.NONE);
    }

    private AppendResult append(short acks, String... values) {
        tellAppend(acks, values);
        return producer.receiveMessage();
    }

    private void tellAppend(short acks, String... values) {
        partition.tell(new Append(
                Batch.of(values),
                acks,
                nanos.get() + TimeUnit.SECONDS.toNanos(1),
                result -> producer.ref().tell(result)));
    }

    private ReplicaRecords fetch(int replica, long offset) {
        tellFetch(replica, offset, -1);
        return follower.expectMessageClass(ReplicaRecords.class);
    }

    private void tellFetch(int replica, long offset, int lastEpoch) {
        int epoch = hosted.view().info().leaderEpoch();
        partition.tell(new ReplicaFetch(
                PARTITION, TOPIC, replica, 1, ++fetches, epoch, offset, lastEpoch, 1000, follower.ref()));
    }

    private String deleteRecords(long before) {
        TestProbe<String> deleted = kit.createTestProbe();
        partition.tell(new DeleteRecords(before, (error, start) -> deleted.ref().tell(error + " " + start)));
        return deleted.receiveMessage();
    }

    private LogView log() {
        return Objects.requireNonNull(hosted.view().log());
    }

    private void pass(Duration duration) {
        nanos.addAndGet(duration.toNanos());
        time.timePasses(duration);
    }

    private static PartitionInfo info(int leaderEpoch, int partitionEpoch, List<Integer> replicas, List<Integer> isr) {
        return new PartitionInfo(0, replicas.getFirst(), leaderEpoch, partitionEpoch, replicas, isr);
    }
}
