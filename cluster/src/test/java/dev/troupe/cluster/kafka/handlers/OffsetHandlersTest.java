package dev.troupe.cluster.kafka.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.producer.ProducerIds;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.AllocateProducerIds;
import dev.troupe.protocol.controller.ControllerCommand.ProducerIdBlock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.DeleteRecordsRequestData;
import org.apache.kafka.common.message.DeleteRecordsRequestData.DeleteRecordsPartition;
import org.apache.kafka.common.message.DeleteRecordsRequestData.DeleteRecordsTopic;
import org.apache.kafka.common.message.DescribeLogDirsRequestData;
import org.apache.kafka.common.message.DescribeProducersRequestData;
import org.apache.kafka.common.message.DescribeProducersRequestData.TopicRequest;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsTopic;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderPartition;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderTopic;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What else is asked of partitions, against real ones: five records at 10, 40, 20, 50 and 30 ms. */
class OffsetHandlersTest {
    @TempDir
    Path folder;

    private LeaderWorld world;

    @BeforeEach
    void start() throws IOException {
        world = new LeaderWorld(folder);
        LeaderWorld.await(world.produce()
                .handle(LeaderWorld.version(9), Requests.produce(LeaderWorld.ORDERS, 0, at(10, 40, 20, 50, 30))));
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    void listsFirstLatestAndHighest() {
        assertThat(offset(-2)).isEqualTo("NONE 0 at -1 epoch 3");
        assertThat(offset(-1)).isEqualTo("NONE 5 at -1 epoch 3");
        assertThat(offset(-3)).isEqualTo("NONE 3 at 50 epoch 3");
        assertThat(offset(-4)).isEqualTo("NONE 0 at -1 epoch 3");
        assertThat(offset(-5)).isEqualTo("NONE -1 at -1 epoch -1");
        assertThat(offset(-6)).isEqualTo("NONE -1 at -1 epoch -1");
    }

    @Test
    void findsTheFirstRecordAtOrAfterATime() {
        assertThat(offset(15)).isEqualTo("NONE 1 at 40 epoch 3");
        assertThat(offset(41)).isEqualTo("NONE 3 at 50 epoch 3");
        assertThat(offset(51)).isEqualTo("NONE -1 at -1 epoch -1");
    }

    @Test
    void refusesQuestionsThatTheVersionDoesNotHave() {
        assertThat(offset(6, LeaderWorld.ORDERS, -3, -1)).startsWith("UNSUPPORTED_VERSION");
        assertThat(offset(10, LeaderWorld.ORDERS, -6, -1)).startsWith("UNSUPPORTED_VERSION");
    }

    @Test
    void refusesUnknownTopicsOtherLeadersAndWrongEpochs() {
        assertThat(offset(11, "nobody", -1, -1)).startsWith("UNKNOWN_TOPIC_OR_PARTITION");
        assertThat(offset(11, LeaderWorld.ELSEWHERE, -1, -1)).startsWith("NOT_LEADER_OR_FOLLOWER");
        assertThat(offset(11, LeaderWorld.ORDERS, -1, 2)).startsWith("FENCED_LEADER_EPOCH");
        assertThat(offset(11, LeaderWorld.ORDERS, -1, 4)).startsWith("UNKNOWN_LEADER_EPOCH");
    }

    @Test
    void deletesRecords() {
        assertThat(deleteBefore(LeaderWorld.ORDERS, 6)).isEqualTo("OFFSET_OUT_OF_RANGE -1");
        assertThat(deleteBefore(LeaderWorld.ORDERS, 2)).isEqualTo("NONE 2");
        assertThat(deleteBefore(LeaderWorld.ORDERS, -1)).isEqualTo("NONE 5");
        assertThat(deleteBefore("nobody", 1)).isEqualTo("UNKNOWN_TOPIC_OR_PARTITION -1");
        assertThat(offset(-2)).startsWith("NONE 5");
    }

    @Test
    void tellsWhereALeaderEpochEnds() {
        assertThat(epochEnd(3)).isEqualTo("NONE 3 5");
        assertThat(epochEnd(4)).isEqualTo("NONE -1 -1");
    }

    @Test
    void describesTheFolderOfTheLogs() {
        var handler = new DescribeLogDirsHandler(world.hosted(), world.folder(), world.disk());

        var result = LeaderWorld.await(
                        handler.handle(LeaderWorld.version(5), new DescribeLogDirsRequestData().setTopics(null)))
                .results()
                .getFirst();

        assertThat(result.logDir()).isEqualTo(folder.toAbsolutePath().toString());
        assertThat(result.totalBytes()).isPositive();
        assertThat(result.topics().getFirst().partitions()).hasSize(2).anyMatch(p -> p.partitionSize() > 0);
    }

    @Test
    void describesProducers() {
        LeaderWorld.await(world.produce()
                .handle(
                        LeaderWorld.version(9),
                        Requests.produce(
                                LeaderWorld.ORDERS,
                                1,
                                MemoryRecords.withIdempotentRecords(
                                        Compression.NONE, 77, (short) 2, 0, record(5), record(6)))));
        DescribeProducersRequestData request = new DescribeProducersRequestData();
        request.topics().add(new TopicRequest().setName(LeaderWorld.ORDERS).setPartitionIndexes(List.of(1)));

        var producer = LeaderWorld.await(
                        new DescribeProducersHandler(world.lookup()).handle(LeaderWorld.version(0), request))
                .topics()
                .getFirst()
                .partitions()
                .getFirst()
                .activeProducers()
                .getFirst();

        assertThat(producer.producerId()).isEqualTo(77);
        assertThat(producer.producerEpoch()).isEqualTo(2);
        assertThat(producer.lastSequence()).isEqualTo(1);
    }

    @Test
    void producerIdsComeFromTheControllersBlocks() {
        TestProbe<ControllerCommand> controller = world.kit().createTestProbe();
        var handler = new InitProducerIdHandler(world.kit().spawn(ProducerIds.create(controller.ref(), 1, () -> 9)));
        CompletableFuture<InitProducerIdResponseData> first = init(handler, null);
        AllocateProducerIds asked = controller.expectMessageClass(AllocateProducerIds.class);
        assertThat(asked.brokerEpoch()).isEqualTo(9);
        asked.replyTo().tell(new ProducerIdBlock(ErrorCode.NONE, 5000, 2));

        assertThat(LeaderWorld.await(first).producerId()).isEqualTo(5000);
        assertThat(LeaderWorld.await(init(handler, null)).producerId()).isEqualTo(5001);
    }

    @Test
    void transactionalIdsAreRefused() {
        TestProbe<ControllerCommand> controller = world.kit().createTestProbe();
        var handler = new InitProducerIdHandler(world.kit().spawn(ProducerIds.create(controller.ref(), 1, () -> 9)));

        assertThat(LeaderWorld.await(init(handler, "tx")).errorCode()).isEqualTo(Errors.UNSUPPORTED_VERSION.code());
        assertThat(LeaderWorld.await(init(handler, "")).errorCode()).isEqualTo(Errors.INVALID_REQUEST.code());
    }

    private static CompletableFuture<InitProducerIdResponseData> init(
            InitProducerIdHandler handler, @Nullable String transactionalId) {
        return handler.handle(
                        LeaderWorld.version(4), new InitProducerIdRequestData().setTransactionalId(transactionalId))
                .toCompletableFuture();
    }

    private String offset(long timestamp) {
        return offset(11, LeaderWorld.ORDERS, timestamp, -1);
    }

    private String offset(int version, String topic, long timestamp, int leaderEpoch) {
        ListOffsetsRequestData request = new ListOffsetsRequestData()
                .setReplicaId(-1)
                .setTopics(List.of(new ListOffsetsTopic()
                        .setName(topic)
                        .setPartitions(List.of(new ListOffsetsPartition()
                                .setPartitionIndex(0)
                                .setCurrentLeaderEpoch(leaderEpoch)
                                .setTimestamp(timestamp)))));
        var result = LeaderWorld.await(new ListOffsetsHandler(world.lookup(), world.disk())
                        .handle(LeaderWorld.version(version), request))
                .topics()
                .getFirst()
                .partitions()
                .getFirst();
        return Errors.forCode(result.errorCode()) + " " + result.offset() + " at " + result.timestamp() + " epoch "
                + result.leaderEpoch();
    }

    private String deleteBefore(String topic, long offset) {
        DeleteRecordsRequestData request = new DeleteRecordsRequestData()
                .setTopics(List.of(new DeleteRecordsTopic()
                        .setName(topic)
                        .setPartitions(List.of(new DeleteRecordsPartition()
                                .setPartitionIndex(0)
                                .setOffset(offset)))));
        var result = LeaderWorld.await(new DeleteRecordsHandler(world.lookup(), world.metadata())
                        .handle(LeaderWorld.version(2), request))
                .topics()
                .iterator()
                .next()
                .partitions()
                .iterator()
                .next();
        return Errors.forCode(result.errorCode()) + " " + result.lowWatermark();
    }

    private String epochEnd(int epoch) {
        OffsetForLeaderEpochRequestData request = new OffsetForLeaderEpochRequestData();
        request.topics()
                .add(new OffsetForLeaderTopic()
                        .setTopic(LeaderWorld.ORDERS)
                        .setPartitions(List.of(
                                new OffsetForLeaderPartition().setPartition(0).setLeaderEpoch(epoch))));
        var result = LeaderWorld.await(
                        new OffsetForLeaderEpochHandler(world.lookup()).handle(LeaderWorld.version(4), request))
                .topics()
                .iterator()
                .next()
                .partitions()
                .getFirst();
        return Errors.forCode(result.errorCode()) + " " + result.leaderEpoch() + " " + result.endOffset();
    }

    private static MemoryRecords at(long... timesMs) {
        SimpleRecord[] records = new SimpleRecord[timesMs.length];
        for (int i = 0; i < timesMs.length; i++) {
            records[i] = record(timesMs[i]);
        }
        return MemoryRecords.withRecords(Compression.NONE, records);
    }

    private static SimpleRecord record(long timeMs) {
        return new SimpleRecord(timeMs, null, "v".getBytes(StandardCharsets.UTF_8));
    }
}
