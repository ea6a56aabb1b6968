package dev.troupe.actors.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import dev.troupe.actors.partition.FetchBudget;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.actors.partition.Partition;
import dev.troupe.actors.partition.PartitionContext;
import dev.troupe.actors.partition.PartitionSettings;
import dev.troupe.actors.partition.PartitionView.Role;
import dev.troupe.persistence.files.DiskFiles;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.log.LogSettings;
import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.broker.BrokerCommand;
import dev.troupe.protocol.broker.BrokerCommand.RegisterAgain;
import dev.troupe.protocol.broker.BrokerCommand.UpdateMetadata;
import dev.troupe.protocol.broker.BrokerCommand.UpdateReplicas;
import dev.troupe.protocol.broker.BrokerReply;
import dev.troupe.protocol.broker.BrokerReply.MetadataUpdated;
import dev.troupe.protocol.broker.BrokerReply.Refused;
import dev.troupe.protocol.broker.BrokerReply.ReplicasUpdated;
import dev.troupe.protocol.broker.ImageDelta;
import dev.troupe.protocol.broker.LeaderAndIsr;
import dev.troupe.protocol.broker.Stamp;
import dev.troupe.protocol.broker.StopReplica;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.ControlledShutdown;
import dev.troupe.protocol.controller.ControllerCommand.RegisterBroker;
import dev.troupe.protocol.controller.ControllerCommand.RegistrationReply;
import dev.troupe.protocol.controller.ControllerCommand.ShutdownReply;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.InternalTopics;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.pekko.Done;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker's actor, told what to do by a test in the controller's place; partitions and their logs are real. */
class BrokerActorTest {
    private static final TopicPartition PARTITION = new TopicPartition(InternalTopics.CONSUMER_OFFSETS, 0);
    private static final TopicId TOPIC = new TopicId(new UUID(1, 1));
    private static final int EPOCH = 5;

    private final ActorTestKit kit =
            ActorTestKit.create(ConfigFactory.parseString("""
            troupe.log-dispatcher {
              type = Dispatcher
              executor = thread-pool-executor
              thread-pool-executor.fixed-pool-size = 2
            }
            """).withFallback(ConfigFactory.load()));
    private final TestProbe<ControllerCommand> controller = kit.createTestProbe();
    private final TestProbe<BrokerReply> replies = kit.createTestProbe();
    private final MetadataCache metadata = new MetadataCache(ClusterImage.empty("test"));
    private final HostedPartitions hosted = new HostedPartitions();
    private final BrokerStatus status = new BrokerStatus();
    private final List<String> leaderships = new CopyOnWriteArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private ActorRef<BrokerMessage> broker =
            kit.<BrokerMessage>createTestProbe().ref();
    private ActorRef<BrokerCommand> orders =
            kit.<BrokerCommand>createTestProbe().ref();

    @BeforeEach
    void start() throws IOException {
        broker = spawn();
        orders = register(EPOCH, 7);
    }

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    @Test
    void aReplicaServesBeforeTheOrderIsAnswered() {
        order(EPOCH, 7, 1, List.of(), List.of(lead(TOPIC, 0)));

        assertThat(replies.receiveMessage()).isEqualTo(new ReplicasUpdated(1, 7, 1, List.of()));
        assertThat(hosted.get(PARTITION).orElseThrow().view().role()).isEqualTo(Role.LEADER);
        assertThat(leaderships).containsExactly("elected 0");
    }

    @Test
    void ordersOfADeposedControllerAreRefusedAndCounted() {
        order(EPOCH - 1, 7, 1, List.of(), List.of(lead(TOPIC, 0)));

        assertThat(replies.receiveMessage()).isEqualTo(new Refused(1, ErrorCode.STALE_CONTROLLER_EPOCH, EPOCH));
        assertThat(status.staleOrdersRefused()).isOne();
        assertThat(hosted.all()).isEmpty();
    }

    @Test
    void ordersForAnEarlierIncarnationAreRefused() {
        order(EPOCH, 6, 1, List.of(), List.of(lead(TOPIC, 0)));

        assertThat(replies.receiveMessage()).isEqualTo(new Refused(1, ErrorCode.STALE_BROKER_EPOCH, EPOCH));
        assertThat(hosted.all()).isEmpty();
    }

    @Test
    void aTopicCreatedAgainTakesThePlaceOfTheOldOne() {
        TopicId again = new TopicId(new UUID(1, 2));
        order(EPOCH, 7, 1, List.of(), List.of(lead(TOPIC, 0)));
        replies.receiveMessage();

        order(EPOCH, 7, 2, List.of(new StopReplica(PARTITION, TOPIC, true)), List.of(lead(again, 0)));

        assertThat(replies.receiveMessage()).isEqualTo(new ReplicasUpdated(1, 7, 2, List.of()));
        assertThat(hosted.get(PARTITION).orElseThrow().topicId()).isEqualTo(again);
        assertThat(leaderships).containsExactly("elected 0", "resigned 0", "elected 0");
    }

    @Test
    void filesOfATopicThatWasDeletedWhileTheNodeWasDownAreRemoved() throws IOException {
        order(EPOCH, 7, 1, List.of(), List.of(lead(TOPIC, 0)));
        replies.receiveMessage();
        Path files = folder.resolve(PARTITION.toString());
        assertThat(files).exists();
        kit.stop(broker);
        hosted.remove(PARTITION);
        broker = spawn();
        orders = register(EPOCH, 8);

        order(EPOCH, 8, 2, List.of(new StopReplica(PARTITION, TOPIC, true)), List.of());

        assertThat(replies.receiveMessage()).isEqualTo(new ReplicasUpdated(1, 8, 2, List.of()));
        assertThat(files).doesNotExist();
    }

    @Test
    void anOrderForAnOlderTopicOfTheNameLeavesTheNewerAlone() {
        order(EPOCH, 7, 1, List.of(), List.of(lead(TOPIC, 0)));
        replies.receiveMessage();

        order(EPOCH, 7, 2, List.of(new StopReplica(PARTITION, new TopicId(new UUID(0, 9)), true)), List.of());

        replies.receiveMessage();
        assertThat(hosted.get(PARTITION)).isPresent();
    }

    @Test
    void anImageIsPublishedOnceAndAnsweredEachTime() {
        UpdateMetadata update = new UpdateMetadata(
                new Stamp(1, EPOCH, 7, 3),
                new ImageDelta(true, List.of(), List.of(), List.of(), List.of(), Map.of("a", "b"), Map.of()),
                replies.ref());

        orders.tell(update);
        orders.tell(update);

        assertThat(replies.receiveMessage()).isEqualTo(new MetadataUpdated(1, 7, 3));
        assertThat(replies.receiveMessage()).isEqualTo(new MetadataUpdated(1, 7, 3));
        assertThat(metadata.current().version()).isEqualTo(3);
        assertThat(metadata.current().controllerEpoch()).isEqualTo(EPOCH);
    }

    @Test
    void registersAgainWhenAsked() {
        orders.tell(new RegisterAgain(EPOCH));

        register(EPOCH, 9);
        await().untilAsserted(() -> assertThat(status.epoch()).isEqualTo(9));
    }

    @Test
    void aShutdownAsksForOthersToLeadAndClosesItsReplicas() {
        order(EPOCH, 7, 1, List.of(), List.of(lead(TOPIC, 0)));
        replies.receiveMessage();
        TestProbe<Done> node = kit.createTestProbe();

        broker.tell(new BrokerMessage.ShutDown(node.ref()));
        controller
                .expectMessageClass(ControlledShutdown.class)
                .replyTo()
                .tell(new ShutdownReply(ErrorCode.NONE, List.of(PARTITION)));

        node.expectMessage(Done.getInstance());
        assertThat(hosted.all()).isEmpty();
        assertThat(leaderships).containsExactly("elected 0", "resigned 0");
    }

    @Test
    void aNodeThatWasRemovedClosesItsReplicasWithoutAskingAnybody() {
        order(EPOCH, 7, 1, List.of(), List.of(lead(TOPIC, 0)));
        replies.receiveMessage();
        TestProbe<Done> node = kit.createTestProbe();

        broker.tell(new BrokerMessage.CloseReplicas(node.ref()));

        node.expectMessage(Done.getInstance());
        controller.expectNoMessage();
        assertThat(hosted.all()).isEmpty();
        assertThat(leaderships).containsExactly("elected 0", "resigned 0");
    }

    private void order(
            int controllerEpoch, long brokerEpoch, long version, List<StopReplica> stops, List<LeaderAndIsr> replicas) {
        orders.tell(new UpdateReplicas(
                new Stamp(1, controllerEpoch, brokerEpoch, version), false, stops, replicas, replies.ref()));
    }

    private static LeaderAndIsr lead(TopicId topic, int leaderEpoch) {
        return new LeaderAndIsr(
                PARTITION, topic, new PartitionInfo(0, 1, leaderEpoch, 0, List.of(1), List.of(1)), Map.of());
    }

    private ActorRef<BrokerCommand> register(int controllerEpoch, long brokerEpoch) {
        RegisterBroker registration = controller.expectMessageClass(RegisterBroker.class);
        registration
                .replyTo()
                .tell(new RegistrationReply(ErrorCode.NONE, null, brokerEpoch, controllerEpoch, controller.ref()));
        await().until(() -> status.epoch() == brokerEpoch);
        return registration.broker();
    }

    private ActorRef<BrokerMessage> spawn() throws IOException {
        LogDirectory logs = LogDirectory.open(
                folder,
                new LogSettings(Duration.ofDays(1), 0),
                new DiskFiles(),
                InstantSource.system(),
                UUID::randomUUID);
        PartitionContext node = new PartitionContext(
                1,
                status::epoch,
                logs,
                controller.ref(),
                _ -> kit.system().deadLetters(),
                new PartitionSettings(Duration.ofSeconds(30), 1 << 20, Duration.ofSeconds(1), Duration.ofSeconds(5)),
                new FetchBudget(1 << 20),
                System::nanoTime);
        return kit.spawn(Broker.create(new BrokerContext(
                new BrokerIdentity(1, UUID.randomUUID(), List.of(new Endpoint("PLAINTEXT", "127.0.0.1", 9092)), null),
                controller.ref(),
                (parent, partition, id, info, configs) -> Partition.host(parent, node, partition, id, info, configs),
                hosted,
                metadata,
                status,
                List.of(new Recorder()),
                Map.of())));
    }

    private final class Recorder implements LeadershipListener {
        @Override
        public void elected(TopicPartition partition, int leaderEpoch) {
            leaderships.add("elected " + leaderEpoch);
        }

        @Override
        public void resigned(TopicPartition partition, int leaderEpoch) {
            leaderships.add("resigned " + leaderEpoch);
        }
    }
}
