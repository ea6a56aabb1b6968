package dev.troupe.cluster.kafka.handlers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.cluster.kafka.RefusedUnanswered;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Produce against real partitions (L1, L2, L4). */
class ProduceHandlerTest {
    @TempDir
    Path folder;

    private LeaderWorld world;

    @BeforeEach
    void start() throws IOException {
        world = new LeaderWorld(folder);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    void appendsToSeveralPartitionsInOneRequest() {
        ProduceRequestData request =
                new ProduceRequestData().setAcks((short) -1).setTimeoutMs(1000);
        request.topicData()
                .add(new TopicProduceData()
                        .setName(LeaderWorld.ORDERS)
                        .setPartitionData(List.of(
                                new PartitionProduceData().setIndex(0).setRecords(Requests.batch("a", "b")),
                                new PartitionProduceData().setIndex(1).setRecords(Requests.batch("c")))));
        produce(9, request);

        ProduceResponseData again = produce(9, request);

        List<PartitionProduceResponse> results =
                again.responses().iterator().next().partitionResponses();
        assertThat(results).extracting(PartitionProduceResponse::baseOffset).containsExactly(2L, 1L);
        assertThat(results).extracting(PartitionProduceResponse::errorCode).containsOnly(Errors.NONE.code());
    }

    @Test
    void findsTopicsById() {
        ProduceRequestData request = Requests.produce("", LeaderWorld.ORDERS_ID, 0, Requests.batch("a"));

        ProduceResponseData response = produce(13, request);

        assertThat(response.responses().iterator().next().topicId()).isEqualTo(LeaderWorld.ORDERS_ID);
        assertThat(only(response).baseOffset()).isZero();
    }

    @Test
    void tellsUnknownTopicsPartitionsAndIdsApart() {
        assertThat(errorOf(Requests.produce("nobody", 0, Requests.batch("a"))))
                .isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(errorOf(Requests.produce(LeaderWorld.ORDERS, 2, Requests.batch("a"))))
                .isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(errorOf(Requests.produce("", new Uuid(5, 5), 0, Requests.batch("a"))))
                .isEqualTo(Errors.UNKNOWN_TOPIC_ID);
    }

    @Test
    void namesTheLeaderAndItsAddressWhereItIsAnotherBroker() {
        ProduceResponseData response = produce(10, Requests.produce(LeaderWorld.ELSEWHERE, 0, Requests.batch("a")));

        assertThat(Errors.forCode(only(response).errorCode())).isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER);
        assertThat(only(response).currentLeader().leaderId()).isEqualTo(2);
        assertThat(response.nodeEndpoints().find(2).port()).isEqualTo(9092);
    }

    @Test
    void refusesOddAcksAndTransactions() {
        assertThat(errorOf(Requests.produce(LeaderWorld.ORDERS, 0, Requests.batch("a"))
                        .setAcks((short) 2)))
                .isEqualTo(Errors.INVALID_REQUIRED_ACKS);
        assertThat(errorOf(Requests.produce(LeaderWorld.ORDERS, 0, Requests.batch("a"))
                        .setTransactionalId("tx")))
                .isEqualTo(Errors.INVALID_TXN_STATE);
    }

    @Test
    void refusesNoRecordsAndDamagedOnes() {
        assertThat(errorOf(
                        Requests.produce(LeaderWorld.ORDERS, 0, MemoryRecords.readableRecords(ByteBuffer.allocate(0)))))
                .isEqualTo(Errors.INVALID_RECORD);
        ByteBuffer damaged = Requests.batch("a").buffer();
        damaged.put(damaged.limit() - 2, (byte) 77);
        assertThat(errorOf(Requests.produce(LeaderWorld.ORDERS, 0, MemoryRecords.readableRecords(damaged))))
                .isEqualTo(Errors.CORRUPT_MESSAGE);
    }

    @Test
    void acksZeroIsNotAnsweredAndItsFailureEndsTheConnection() {
        ProduceHandler handler = world.produce();
        ProduceRequestData fine =
                Requests.produce(LeaderWorld.ORDERS, 0, Requests.batch("a")).setAcks((short) 0);
        assertThat(handler.answered(fine)).isFalse();
        LeaderWorld.await(handler.handle(LeaderWorld.version(9), fine));

        ProduceRequestData lost =
                Requests.produce("nobody", 0, Requests.batch("a")).setAcks((short) 0);

        assertThatThrownBy(() -> LeaderWorld.await(handler.handle(LeaderWorld.version(9), lost)))
                .hasRootCauseInstanceOf(RefusedUnanswered.class);
    }

    private ProduceResponseData produce(int version, ProduceRequestData request) {
        return LeaderWorld.await(world.produce().handle(LeaderWorld.version(version), request));
    }

    private Errors errorOf(ProduceRequestData request) {
        return Errors.forCode(only(produce(9, request)).errorCode());
    }

    private static PartitionProduceResponse only(ProduceResponseData response) {
        return response.responses().iterator().next().partitionResponses().getFirst();
    }
}
