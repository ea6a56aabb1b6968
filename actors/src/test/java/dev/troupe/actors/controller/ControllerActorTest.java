package dev.troupe.actors.controller;

import static dev.troupe.actors.controller.World.CLIENT;
import static dev.troupe.actors.controller.World.newTopic;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import dev.troupe.actors.broker.Broker;
import dev.troupe.actors.broker.BrokerContext;
import dev.troupe.actors.broker.BrokerIdentity;
import dev.troupe.actors.broker.BrokerMessage;
import dev.troupe.actors.broker.BrokerStatus;
import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.partition.FetchBudget;
import dev.troupe.actors.partition.HostedPartition;
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
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ConfigChange;
import dev.troupe.protocol.controller.ConfigResource;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.AllocateProducerIds;
import dev.troupe.protocol.controller.ControllerCommand.AlterConfigs;
import dev.troupe.protocol.controller.ControllerCommand.ConfigResults;
import dev.troupe.protocol.controller.ControllerCommand.CreateTopics;
import dev.troupe.protocol.controller.ControllerCommand.DeleteTopics;
import dev.troupe.protocol.controller.ControllerCommand.DescribeController;
import dev.troupe.protocol.controller.ControllerCommand.ProducerIdBlock;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.ControllerReport;
import dev.troupe.protocol.controller.NewTopic;
import dev.troupe.protocol.controller.TopicRef;
import dev.troupe.protocol.controller.TopicResult;
import dev.troupe.protocol.metadata.ClusterImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.pekko.Done;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller's shell with a real broker and real partitions; only the journal is kept in memory. */
class ControllerActorTest {
    private final ActorTestKit kit = ActorTestKit.create(ConfigFactory.parseResources("controller-test.conf")
            .withFallback(ConfigFactory.defaultReferenceUnresolved())
            .resolve());
    private final MetadataCache metadata = new MetadataCache(ClusterImage.empty("test"));
    private final HostedPartitions hosted = new HostedPartitions();
    private final BrokerStatus status = new BrokerStatus();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private ActorRef<ControllerCommand> controller =
            kit.<ControllerCommand>createTestProbe().ref();
    private ActorRef<BrokerMessage> broker =
            kit.<BrokerMessage>createTestProbe().ref();

    @BeforeEach
    void start() throws IOException {
        controller = spawnController();
        broker = spawnBroker();
        await().until(() -> metadata.current().brokers().containsKey(1));
    }

    @AfterEach
    void stop() {
        kit.shutdownTestKit();
    }

    @Test
    void aCreatedTopicIsServedAndListedBeforeItsClientHears() {
        TopicResult created = create(newTopic("orders", 3, 1));

        assertThat(created.error()).isEqualTo(ErrorCode.NONE);
        assertThat(metadata.current().topic("orders").orElseThrow().partitions())
                .extracting("leader")
                .containsExactly(1, 1, 1);
        assertThat(hosted.all())
                .extracting(replica -> replica.view().role())
                .containsExactly(Role.LEADER, Role.LEADER, Role.LEADER);
    }

    @Test
    void aDeletedTopicIsGoneFromTheImageTheNodeAndTheController() {
        create(newTopic("orders", 2, 1));

        assertThat(delete("orders").error()).isEqualTo(ErrorCode.NONE);

        assertThat(metadata.current().topic("orders")).isEmpty();
        await().until(() -> hosted.all().isEmpty());
        await().until(() -> report().decisions().getLast().what().contains("is gone"));
        assertThat(report().deletions()).isEmpty();
    }

    @Test
    void aTopicCreatedAgainAtOnceIsAnotherOne() {
        TopicResult first = create(newTopic("orders", 1, 1));
        delete("orders");

        TopicResult second = create(newTopic("orders", 1, 1));

        assertThat(second.error()).isEqualTo(ErrorCode.NONE);
        assertThat(second.info()).isNotEqualTo(first.info());
        HostedPartition replica = hosted.get(new TopicPartition("orders", 0)).orElseThrow();
        assertThat(metadata.current().topicNames()).containsKey(replica.topicId());
        assertThat(replica.view().role()).isEqualTo(Role.LEADER);
    }

    @Test
    void aNewControllerRaisesTheEpochAndForgetsNothing() {
        create(newTopic("orders", 1, 1));
        kit.stop(controller);

        controller = spawnController();
        broker = restartBroker();

        await().until(() -> metadata.current().controllerEpoch() == 2);
        ControllerReport report = report();
        assertThat(report.epoch()).isEqualTo(2);
        assertThat(report.elections()).extracting("epoch").containsExactly(1, 2);
        await().until(() -> metadata.current()
                        .topic("orders")
                        .orElseThrow()
                        .partitions()
                        .getFirst()
                        .leader()
                == 1);
        assertThat(metadata.current()
                        .topic("orders")
                        .orElseThrow()
                        .partitions()
                        .getFirst()
                        .leaderEpoch())
                .isPositive();
    }

    @Test
    void configsReachTheImage() {
        create(newTopic("orders", 1, 1));
        TestProbe<ConfigResults> client = kit.createTestProbe();
        ConfigChange change = new ConfigChange(
                new ConfigResource(ConfigResource.Type.TOPIC, "orders"),
                List.of(new ConfigChange.Op(ConfigChange.Kind.SET, "retention.ms", "5000")));

        controller.tell(new AlterConfigs(CLIENT, List.of(change), false, client.ref()));

        assertThat(client.receiveMessage().results()).extracting("error").containsExactly(ErrorCode.NONE);
        assertThat(metadata.current().topic("orders").orElseThrow().configs()).containsEntry("retention.ms", "5000");
    }

    @Test
    void producerIdsAreGivenOnce() {
        TestProbe<ProducerIdBlock> client = kit.createTestProbe();

        controller.tell(new AllocateProducerIds(1, status.epoch(), client.ref()));
        controller.tell(new AllocateProducerIds(1, status.epoch(), client.ref()));
        controller.tell(new AllocateProducerIds(1, status.epoch() - 1, client.ref()));

        assertThat(client.receiveMessage()).isEqualTo(new ProducerIdBlock(ErrorCode.NONE, 0, 1000));
        assertThat(client.receiveMessage()).isEqualTo(new ProducerIdBlock(ErrorCode.NONE, 1000, 1000));
        assertThat(client.receiveMessage().error()).isEqualTo(ErrorCode.STALE_BROKER_EPOCH);
    }

    private TopicResult create(NewTopic topic) {
        TestProbe<TopicResults> client = kit.createTestProbe();
        controller.tell(new CreateTopics(CLIENT, List.of(topic), false, client.ref()));
        return client.receiveMessage(Duration.ofSeconds(10)).results().getFirst();
    }

    private TopicResult delete(String topic) {
        TestProbe<TopicResults> client = kit.createTestProbe();
        controller.tell(new DeleteTopics(CLIENT, List.of(new TopicRef(topic, null)), client.ref()));
        return client.receiveMessage(Duration.ofSeconds(10)).results().getFirst();
    }

    private ControllerReport report() {
        TestProbe<ControllerReport> operator = kit.createTestProbe();
        controller.tell(new DescribeController(operator.ref()));
        return operator.receiveMessage(Duration.ofSeconds(10));
    }

    private ActorRef<ControllerCommand> spawnController() {
        return kit.spawn(Controller.create(
                World.SETTINGS, 1, new OneNode(), InstantSource.system(), System::nanoTime, UUID::randomUUID));
    }

    private ActorRef<BrokerMessage> restartBroker() {
        TestProbe<Done> done = kit.createTestProbe();
        broker.tell(new BrokerMessage.ShutDown(done.ref()));
        done.receiveMessage(Duration.ofSeconds(10));
        try {
            return spawnBroker();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private ActorRef<BrokerMessage> spawnBroker() throws IOException {
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
                controller,
                _ -> kit.system().deadLetters(),
                new PartitionSettings(Duration.ofSeconds(30), 1 << 20, Duration.ofSeconds(1), Duration.ofSeconds(5)),
                new FetchBudget(1 << 20),
                System::nanoTime);
        BrokerIdentity identity =
                new BrokerIdentity(1, UUID.randomUUID(), List.of(new Endpoint("PLAINTEXT", "127.0.0.1", 9092)), null);
        return kit.spawn(Broker.create(new BrokerContext(
                identity,
                controller,
                (parent, partition, id, info, configs) -> Partition.host(parent, node, partition, id, info, configs),
                hosted,
                metadata,
                status,
                List.of(),
                Map.of())));
    }

    /** A cluster in which nobody comes or goes. */
    private static final class OneNode implements Membership {
        @Override
        public List<Integer> absent(Collection<Integer> brokers) {
            return List.of();
        }

        @Override
        public String addressOf(ActorRef<?> ref) {
            return "here";
        }

        @Override
        public void watch(ActorContext<ControllerInput> controller) {}
    }
}
