package dev.troupe.cluster.kafka.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.CreateTopics;
import dev.troupe.protocol.controller.Requester;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponsePartition;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class MetadataHandlerTest {
    private static final ActorTestKit TESTKIT = ActorTestKit.create();

    private final TestProbe<ControllerCommand> controller = TESTKIT.createTestProbe();
    private final TestCluster cluster = new TestCluster().topic("a", 2).topic("b", 1);

    @AfterAll
    static void stop() {
        TESTKIT.shutdownTestKit();
    }

    @Test
    void listsAllTopicsForNullAndNoneForAnEmptyList() {
        assertThat(ask(12, new MetadataRequestData().setTopics(null)).topics())
                .extracting(MetadataResponseTopic::name)
                .containsExactlyInAnyOrder("a", "b");
        assertThat(ask(12, new MetadataRequestData().setTopics(List.of())).topics())
                .isEmpty();
        assertThat(ask(0, new MetadataRequestData().setTopics(List.of())).topics())
                .hasSize(2);
    }

    @Test
    void namesBrokersByTheAddressOfTheListenerThatWasAsked() {
        MetadataResponseData response = ask(TestCluster.context(12, "INSIDE"), named("a"));
        assertThat(response.brokers())
                .extracting(broker -> broker.nodeId() + " " + broker.host() + ":" + broker.port() + " " + broker.rack())
                .containsExactlyInAnyOrder("1 inside-1:19092 rack-1", "2 inside-2:19092 rack-2");
        assertThat(response.controllerId()).isEqualTo(1);
        assertThat(response.clusterId()).isEqualTo("test-cluster");
    }

    @Test
    void namesNoLeaderThatClientsCannotReach() {
        cluster.topic(
                "c",
                List.of(
                        new PartitionInfo(0, 3, 5, 5, List.of(3, 1), List.of(3)),
                        new PartitionInfo(1, -1, 6, 6, List.of(3), List.of(3)),
                        new PartitionInfo(2, 1, 7, 7, List.of(3, 1), List.of(1))),
                Map.of());
        List<MetadataResponsePartition> partitions = only(ask(12, named("c"))).partitions();
        assertThat(partitions).extracting(MetadataResponsePartition::leaderId).containsExactly(-1, -1, 1);
        assertThat(partitions)
                .extracting(MetadataResponsePartition::errorCode)
                .containsExactly(
                        ErrorCode.LEADER_NOT_AVAILABLE.code(),
                        ErrorCode.LEADER_NOT_AVAILABLE.code(),
                        ErrorCode.NONE.code());
        assertThat(partitions.get(2).offlineReplicas()).containsExactly(3);
        assertThat(partitions.get(2).replicaNodes()).containsExactly(3, 1);
        MetadataResponsePartition old = only(ask(0, named("c"))).partitions().get(2);
        assertThat(old.replicaNodes()).containsExactly(1);
        assertThat(old.errorCode()).isEqualTo(ErrorCode.REPLICA_NOT_AVAILABLE.code());
    }

    @Test
    void findsTopicsById() {
        Uuid id = WireIds.toWire(TestCluster.id("a"));
        MetadataResponseTopic topic = only(ask(12, byId(id)));
        assertThat(topic.name()).isEqualTo("a");
        assertThat(topic.topicId()).isEqualTo(id);
        MetadataResponseTopic unknown = only(ask(12, byId(Uuid.randomUuid())));
        assertThat(unknown.errorCode()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_ID.code());
        assertThat(unknown.name()).isNull();
    }

    @Test
    void createsATopicOnceHoweverOftenItIsNamedAndTellsWho() {
        MetadataHandler handler = handler(true);
        for (int i = 0; i < 3; i++) {
            MetadataResponseTopic topic = only(join(handler.handle(TestCluster.context(12), named("new"))));
            assertThat(topic.errorCode()).isEqualTo(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code());
        }
        CreateTopics create = controller.expectMessageClass(CreateTopics.class);
        assertThat(create.requester()).isEqualTo(new Requester("test", "10.0.0.1"));
        assertThat(create.topics()).singleElement().satisfies(topic -> {
            assertThat(topic.name()).isEqualTo("new");
            assertThat(topic.partitions()).isEqualTo(-1);
            assertThat(topic.replicationFactor()).isEqualTo(-1);
        });
        controller.expectNoMessage();
    }

    @Test
    void createsNoTopicThatMustNotBe() {
        ask(12, named("new").setAllowAutoTopicCreation(false));
        ask(12, named("__consumer_offsets"));
        MetadataResponseTopic illegal = only(ask(12, named("no spaces")));
        assertThat(illegal.errorCode()).isEqualTo(ErrorCode.INVALID_TOPIC_EXCEPTION.code());
        join(handler(false).handle(TestCluster.context(12), named("new")));
        controller.expectNoMessage();
    }

    @Test
    void tellsAuthorizedOperationsWhereAsked() {
        MetadataRequestData request =
                named("a").setIncludeTopicAuthorizedOperations(true).setIncludeClusterAuthorizedOperations(true);
        MetadataResponseData response = ask(9, request);
        assertThat(response.clusterAuthorizedOperations()).isEqualTo(AuthorizedOperations.CLUSTER);
        assertThat(only(response).topicAuthorizedOperations()).isEqualTo(AuthorizedOperations.TOPIC);
        assertThat(only(ask(9, named("a"))).topicAuthorizedOperations()).isEqualTo(AuthorizedOperations.NOT_ASKED);
    }

    private MetadataHandler handler(boolean autoCreate) {
        ControllerClient client =
                new ControllerClient(controller.getRef(), TESTKIT.system().scheduler());
        return new MetadataHandler(cluster.cache(), new AutoCreation(client, autoCreate));
    }

    private MetadataResponseData ask(int version, MetadataRequestData request) {
        return ask(TestCluster.context(version), request);
    }

    private MetadataResponseData ask(RequestContext context, MetadataRequestData request) {
        return join(handler(true).handle(context, request));
    }

    private static MetadataResponseData join(CompletionStage<MetadataResponseData> stage) {
        assertThat(stage).isCompleted();
        return stage.toCompletableFuture().join();
    }

    private static MetadataResponseTopic only(MetadataResponseData response) {
        assertThat(response.topics()).hasSize(1);
        return response.topics().iterator().next();
    }

    private static MetadataRequestData named(String topic) {
        return new MetadataRequestData().setTopics(List.of(new MetadataRequestTopic().setName(topic)));
    }

    private static MetadataRequestData byId(Uuid id) {
        return new MetadataRequestData()
                .setTopics(List.of(new MetadataRequestTopic().setName(null).setTopicId(id)));
    }
}
