package dev.troupe.cluster.kafka.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.BaseRecords;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetch against real partitions (L3, L5, L11). */
class FetchHandlerTest {
    private static final int WITHOUT_ID = 12;
    private static final FetchSettings SETTINGS = new FetchSettings(1 << 20, 2, Duration.ofMinutes(2));

    @TempDir
    Path folder;

    private LeaderWorld world;
    private FetchSessions sessions;
    private FetchHandler handler;

    @BeforeEach
    void start() throws IOException {
        world = new LeaderWorld(folder);
        sessions = world.sessions(SETTINGS);
        handler = world.fetch(sessions, SETTINGS);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    void readsWholeBatchesFromTheMiddleOfOne() {
        produce(0, "a", "b", "c");

        PartitionData data = only(fetch(Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 1))));

        assertThat(LeaderWorld.values(data.records())).containsExactly("a", "b", "c");
        assertThat(data.highWatermark()).isEqualTo(3);
        assertThat(data.lastStableOffset()).isEqualTo(3);
        assertThat(data.logStartOffset()).isZero();
        assertThat(data.abortedTransactions()).isNull();
    }

    @Test
    void findsTopicsByIdAndKeepsTheId() {
        produce(0, "a");
        FetchRequestData request = Requests.fetch("", Requests.from(0, 0));
        request.topics().getFirst().setTopicId(LeaderWorld.ORDERS_ID);

        FetchResponseData response = LeaderWorld.await(handler.handle(LeaderWorld.version(18), request));

        assertThat(response.responses().getFirst().topicId()).isEqualTo(LeaderWorld.ORDERS_ID);
        assertThat(LeaderWorld.values(only(response).records())).containsExactly("a");
    }

    @Test
    void theFirstBatchComesWhateverTheLimits() {
        produce(0, "a");
        produce(0, "b");
        produce(1, "c");

        FetchResponseData response = fetch(Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 0), Requests.from(1, 0))
                .setMaxBytes(1));

        assertThat(records(response)).containsExactly(List.of("a"), List.of());
    }

    @Test
    void anEmptyFetchWaitsForItsTimeAndIsWokenByAnAppend() {
        CompletableFuture<FetchResponseData> waiting = handler.handle(
                        LeaderWorld.version(WITHOUT_ID),
                        Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 0), Requests.from(1, 0))
                                .setMaxWaitMs(60_000))
                .toCompletableFuture();
        assertThat(waiting).isNotDone();

        produce(1, "news");

        assertThat(records(LeaderWorld.await(waiting))).containsExactly(List.of(), List.of("news"));
    }

    @Test
    void waitsUntilMinBytesAreThere() {
        CompletableFuture<FetchResponseData> waiting = handler.handle(
                        LeaderWorld.version(WITHOUT_ID),
                        Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 0))
                                .setMaxWaitMs(60_000)
                                .setMinBytes(100))
                .toCompletableFuture();
        produce(0, "a");
        assertThat(waiting).isNotDone();

        produce(0, "b");

        assertThat(records(LeaderWorld.await(waiting))).containsExactly(List.of("a", "b"));
    }

    @Test
    void aFetchWithTooLittleAnswersWhenItsTimeIsUp() {
        produce(0, "a");

        FetchResponseData response = fetch(Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 0))
                .setMaxWaitMs(20)
                .setMinBytes(1000));

        assertThat(records(response)).containsExactly(List.of("a"));
    }

    @Test
    void tellsWhyAPartitionCanNotBeRead() {
        produce(0, "a");

        assertThat(errorOf(Requests.fetch("nobody", Requests.from(0, 0)))).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        assertThat(errorOf(Requests.fetch(LeaderWorld.ELSEWHERE, Requests.from(0, 0))))
                .isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER);
        assertThat(errorOf(Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 2))))
                .isEqualTo(Errors.OFFSET_OUT_OF_RANGE);
        assertThat(errorOf(Requests.fetch(
                        LeaderWorld.ORDERS, Requests.from(0, 0).setCurrentLeaderEpoch(LeaderWorld.LEADER_EPOCH - 1))))
                .isEqualTo(Errors.FENCED_LEADER_EPOCH);
        assertThat(errorOf(Requests.fetch(
                        LeaderWorld.ORDERS, Requests.from(0, 0).setCurrentLeaderEpoch(LeaderWorld.LEADER_EPOCH + 1))))
                .isEqualTo(Errors.UNKNOWN_LEADER_EPOCH);
    }

    @Test
    void anOffsetOutOfRangeComesWithTheWatermarks() {
        produce(0, "a");

        PartitionData data = only(fetch(Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 9))));

        assertThat(data.highWatermark()).isEqualTo(1);
        assertThat(data.logStartOffset()).isZero();
    }

    @Test
    void aSessionTellsWhatChangedOnly() {
        produce(0, "a");
        FetchResponseData first = fetch(Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 0), Requests.from(1, 0))
                .setSessionEpoch(0));
        assertThat(first.sessionId()).isNotZero();
        assertThat(records(first)).containsExactly(List.of("a"), List.of());
        FetchRequestData moved = Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 1))
                .setSessionId(first.sessionId())
                .setSessionEpoch(1);
        assertThat(fetch(moved).responses()).isEmpty();

        produce(1, "b");
        FetchResponseData third = fetch(Requests.incremental(first.sessionId(), 2));

        assertThat(records(third)).containsExactly(List.of("b"));
        assertThat(only(third).partitionIndex()).isEqualTo(1);
    }

    @Test
    void aSessionRepeatsWhatDidNotFitAndThenWhatIsNotFetchedOn() {
        produce(0, "a");
        produce(1, "b");
        int id = fetch(Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 0), Requests.from(1, 0))
                        .setSessionEpoch(0)
                        .setMaxBytes(1))
                .sessionId();

        assertThat(records(fetch(Requests.incremental(id, 1).setMaxBytes(1)))).containsExactly(List.of("b"));
        assertThat(records(fetch(Requests.incremental(id, 2)))).containsExactlyInAnyOrder(List.of("a"), List.of("b"));
    }

    @Test
    void aSessionForgetsPartitionsAndEndsWithTheLast() {
        int id = fetch(Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 0)).setSessionEpoch(0))
                .sessionId();
        FetchRequestData forget = Requests.incremental(id, 1);
        forget.setForgottenTopicsData(List.of(new FetchRequestData.ForgottenTopic()
                .setTopic(LeaderWorld.ORDERS)
                .setPartitions(List.of(0))));

        assertThat(fetch(forget).sessionId()).isZero();
        assertThat(sessions.count()).isZero();
    }

    @Test
    void wrongSessionsAndEpochsHaveTheirOwnErrors() {
        int id = fetch(Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 0)).setSessionEpoch(0))
                .sessionId();

        assertThat(Errors.forCode(fetch(Requests.incremental(id + 1, 1)).errorCode()))
                .isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
        assertThat(Errors.forCode(fetch(Requests.incremental(id, 5)).errorCode()))
                .isEqualTo(Errors.INVALID_FETCH_SESSION_EPOCH);
        FetchResponseData byId =
                LeaderWorld.await(handler.handle(LeaderWorld.version(13), Requests.incremental(id, 1)));
        assertThat(Errors.forCode(byId.errorCode())).isEqualTo(Errors.FETCH_SESSION_TOPIC_ID_ERROR);
    }

    @Test
    void sessionsAreBoundedAndClientsBeyondThemDoWithout() {
        FetchRequestData open =
                Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 0)).setSessionEpoch(0);

        assertThat(fetch(open).sessionId()).isNotZero();
        assertThat(fetch(open).sessionId()).isNotZero();
        assertThat(fetch(open).sessionId()).isZero();
        assertThat(sessions.count()).isEqualTo(2);
    }

    @Test
    void whoIsGoneWaitsNoLonger() {
        CompletableFuture<FetchResponseData> waiting = handler.handle(
                        LeaderWorld.version(WITHOUT_ID),
                        Requests.fetch(LeaderWorld.ORDERS, Requests.from(0, 0)).setMaxWaitMs(Integer.MAX_VALUE))
                .toCompletableFuture();

        handler.abandoned(waiting);

        assertThat(LeaderWorld.await(waiting).responses()).isEmpty();
    }

    private void produce(int partition, String... values) {
        LeaderWorld.await(world.produce()
                .handle(
                        LeaderWorld.version(9),
                        Requests.produce(LeaderWorld.ORDERS, partition, Requests.batch(values))));
    }

    private FetchResponseData fetch(FetchRequestData request) {
        return LeaderWorld.await(handler.handle(LeaderWorld.version(WITHOUT_ID), request));
    }

    private Errors errorOf(FetchRequestData request) {
        return Errors.forCode(only(fetch(request)).errorCode());
    }

    private static List<List<String>> records(FetchResponseData response) {
        return response.responses().stream()
                .flatMap(topic -> topic.partitions().stream())
                .map(PartitionData::records)
                .map((BaseRecords records) -> LeaderWorld.values(records))
                .toList();
    }

    private static PartitionData only(FetchResponseData response) {
        return response.responses().getFirst().partitions().getFirst();
    }
}
