package dev.troupe.cluster.kafka.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.CreatePartitions;
import dev.troupe.protocol.controller.ControllerCommand.CreateTopics;
import dev.troupe.protocol.controller.ControllerCommand.DeleteTopics;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.NewPartitions;
import dev.troupe.protocol.controller.TopicRef;
import dev.troupe.protocol.controller.TopicResult;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.CreatePartitionsRequestData;
import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsAssignment;
import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsTopic;
import org.apache.kafka.common.message.CreatePartitionsResponseData;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicConfig;
import org.apache.kafka.common.message.CreateTopicsResponseData;
import org.apache.kafka.common.message.CreateTopicsResponseData.CreatableTopicResult;
import org.apache.kafka.common.message.DeleteTopicsRequestData;
import org.apache.kafka.common.message.DeleteTopicsRequestData.DeleteTopicState;
import org.apache.kafka.common.message.DeleteTopicsResponseData;
import org.apache.kafka.common.message.DescribeTopicPartitionsRequestData;
import org.apache.kafka.common.message.DescribeTopicPartitionsRequestData.Cursor;
import org.apache.kafka.common.message.DescribeTopicPartitionsRequestData.TopicRequest;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class TopicHandlersTest {
    private static final ActorTestKit TESTKIT = ActorTestKit.create();

    private final TestProbe<ControllerCommand> controller = TESTKIT.createTestProbe();
    private final ControllerClient client =
            new ControllerClient(controller.getRef(), TESTKIT.system().scheduler());
    private final TestCluster cluster = new TestCluster().topic("a", 3).topic("b", 25);

    @AfterAll
    static void stop() {
        TESTKIT.shutdownTestKit();
    }

    @Test
    void tellsWhatWasCreated() {
        CompletionStage<CreateTopicsResponseData> answer = create(5_000, topic("new"));
        CreateTopics asked = controller.expectMessageClass(CreateTopics.class);
        assertThat(asked.topics()).singleElement().satisfies(topic -> {
            assertThat(topic.partitions()).isEqualTo(2);
            assertThat(topic.configs()).containsEntry("retention.ms", "5000");
        });
        TopicInfo created = new TopicInfo(
                "new",
                TestCluster.id("new"),
                false,
                List.of(partition(0), partition(1)),
                Map.of("retention.ms", "5000"));
        asked.replyTo()
                .tell(new TopicResults(
                        List.of(new TopicResult(new TopicRef("new", null), ErrorCode.NONE, null, created))));
        CreatableTopicResult result =
                answer.toCompletableFuture().join().topics().find("new");
        assertThat(result.numPartitions()).isEqualTo(2);
        assertThat(result.replicationFactor()).isEqualTo((short) 2);
        assertThat(result.topicId()).isEqualTo(WireIds.toWire(TestCluster.id("new")));
        assertThat(result.configs())
                .filteredOn(config -> config.name().equals("retention.ms"))
                .singleElement()
                .satisfies(config ->
                        assertThat(config.value() + " " + config.configSource()).isEqualTo("5000 1"));
    }

    @Test
    void refusesATopicThatIsNamedTwiceAndCreatesTheOthers() {
        CompletionStage<CreateTopicsResponseData> answer = create(5_000, topic("twice"), topic("good"), topic("twice"));
        CreateTopics asked = controller.expectMessageClass(CreateTopics.class);
        assertThat(asked.topics())
                .singleElement()
                .satisfies(topic -> assertThat(topic.name()).isEqualTo("good"));
        asked.replyTo()
                .tell(new TopicResults(List.of(new TopicResult(
                        new TopicRef("good", null), ErrorCode.TOPIC_ALREADY_EXISTS, "it exists", null))));
        CreateTopicsResponseData response = answer.toCompletableFuture().join();
        assertThat(response.topics()).hasSize(2);
        assertThat(response.topics().find("twice").errorCode()).isEqualTo(ErrorCode.INVALID_REQUEST.code());
        assertThat(response.topics().find("good").errorCode()).isEqualTo(ErrorCode.TOPIC_ALREADY_EXISTS.code());
    }

    @Test
    void tellsTheClientToTryAgainWhereTheControllerIsSilent() {
        CreatableTopicResult result =
                create(50, topic("new")).toCompletableFuture().join().topics().find("new");
        assertThat(result.errorCode()).isEqualTo(ErrorCode.REQUEST_TIMED_OUT.code());
    }

    @Test
    void deletesByNameAndById() {
        Uuid id = WireIds.toWire(TestCluster.id("b"));
        DeleteTopicsRequestData request = new DeleteTopicsRequestData()
                .setTimeoutMs(5_000)
                .setTopics(List.of(
                        new DeleteTopicState().setName("a"),
                        new DeleteTopicState().setName(null).setTopicId(id),
                        new DeleteTopicState().setName("b").setTopicId(id)));
        CompletionStage<DeleteTopicsResponseData> answer =
                new DeleteTopicsHandler(client, true).handle(TestCluster.context(6), request);
        DeleteTopics asked = controller.expectMessageClass(DeleteTopics.class);
        assertThat(asked.topics()).containsExactly(new TopicRef("a", null), new TopicRef(null, TestCluster.id("b")));
        asked.replyTo()
                .tell(new TopicResults(List.of(
                        new TopicResult(asked.topics().get(0), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, null, null),
                        new TopicResult(asked.topics().get(1), ErrorCode.UNKNOWN_TOPIC_ID, null, null))));
        assertThat(answer.toCompletableFuture().join().responses())
                .extracting(result -> result.name() + " " + result.topicId() + " " + result.errorCode())
                .containsExactly(
                        "b " + id + " " + ErrorCode.INVALID_REQUEST.code(),
                        "a " + Uuid.ZERO_UUID + " " + ErrorCode.UNKNOWN_TOPIC_OR_PARTITION.code(),
                        "null " + id + " " + ErrorCode.UNKNOWN_TOPIC_ID.code());
    }

    @Test
    void deletesNothingWhereDeletionIsDisabled() {
        DeleteTopicsRequestData request = new DeleteTopicsRequestData().setTopicNames(List.of("a"));
        DeleteTopicsHandler handler = new DeleteTopicsHandler(client, false);
        assertThat(error(handler, 5, request)).isEqualTo(ErrorCode.TOPIC_DELETION_DISABLED.code());
        assertThat(error(handler, 1, request)).isEqualTo(ErrorCode.INVALID_REQUEST.code());
        controller.expectNoMessage();
    }

    @Test
    void growsTopics() {
        CreatePartitionsRequestData request = new CreatePartitionsRequestData().setTimeoutMs(5_000);
        request.topics()
                .add(new CreatePartitionsTopic()
                        .setName("a")
                        .setCount(4)
                        .setAssignments(List.of(new CreatePartitionsAssignment().setBrokerIds(List.of(2, 1)))));
        CompletionStage<CreatePartitionsResponseData> answer =
                new CreatePartitionsHandler(client).handle(TestCluster.context(3), request);
        CreatePartitions asked = controller.expectMessageClass(CreatePartitions.class);
        assertThat(asked.topics()).containsExactly(new NewPartitions("a", 4, List.of(List.of(2, 1))));
        asked.replyTo()
                .tell(new TopicResults(
                        List.of(new TopicResult(new TopicRef("a", null), ErrorCode.INVALID_PARTITIONS, "no", null))));
        assertThat(answer.toCompletableFuture().join().results())
                .singleElement()
                .satisfies(result -> assertThat(result.name() + " " + result.errorCode() + " " + result.errorMessage())
                        .isEqualTo("a " + ErrorCode.INVALID_PARTITIONS.code() + " no"));
    }

    @Test
    void describesTopicsInPages() {
        DescribeTopicPartitionsRequestData request = new DescribeTopicPartitionsRequestData()
                .setTopics(List.of(
                        new TopicRequest().setName("b"),
                        new TopicRequest().setName("unknown"),
                        new TopicRequest().setName("a")))
                .setResponsePartitionLimit(10);
        DescribeTopicPartitionsHandler handler = new DescribeTopicPartitionsHandler(cluster.cache());
        StringBuilder pages = new StringBuilder();
        DescribeTopicPartitionsResponseData page;
        do {
            page = handler.handle(TestCluster.context(0), request)
                    .toCompletableFuture()
                    .join();
            page.topics()
                    .forEach(topic -> pages.append(topic.name())
                            .append(':')
                            .append(topic.partitions().size())
                            .append(':')
                            .append(topic.errorCode())
                            .append(' '));
            pages.append("| ");
            if (page.nextCursor() != null) {
                request.setCursor(new Cursor()
                        .setTopicName(page.nextCursor().topicName())
                        .setPartitionIndex(page.nextCursor().partitionIndex()));
            }
        } while (page.nextCursor() != null);
        assertThat(pages.toString()).isEqualTo("a:3:0 b:7:0 | b:10:0 | b:8:0 unknown:0:3 | ");
    }

    private CompletionStage<CreateTopicsResponseData> create(int timeoutMs, CreatableTopic... topics) {
        CreateTopicsRequestData request = new CreateTopicsRequestData().setTimeoutMs(timeoutMs);
        for (CreatableTopic topic : topics) {
            request.topics().add(topic);
        }
        return new CreateTopicsHandler(client, new LocalConfigs(cluster.cache(), 1, Map.of()))
                .handle(TestCluster.context(7), request);
    }

    private static CreatableTopic topic(String name) {
        CreatableTopic topic =
                new CreatableTopic().setName(name).setNumPartitions(2).setReplicationFactor((short) -1);
        topic.configs().add(new CreatableTopicConfig().setName("retention.ms").setValue("5000"));
        return topic;
    }

    private static PartitionInfo partition(int number) {
        return new PartitionInfo(number, 1, 0, 0, List.of(1, 2), List.of(1, 2));
    }

    private static short error(DeleteTopicsHandler handler, int version, DeleteTopicsRequestData request) {
        return handler.handle(TestCluster.context(version), request)
                .toCompletableFuture()
                .join()
                .responses()
                .iterator()
                .next()
                .errorCode();
    }
}
