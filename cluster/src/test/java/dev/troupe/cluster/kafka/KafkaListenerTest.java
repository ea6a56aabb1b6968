package dev.troupe.cluster.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.kafka.handlers.ApiVersionsHandler;
import dev.troupe.persistence.log.LogSlice;
import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.metadata.ClusterImage;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KafkaListenerTest {
    private static final ListenerSettings SETTINGS = new ListenerSettings(
            2, 10_000_000, 10, 20_000_000, 100, Duration.ofMinutes(10), 1_000_000, Duration.ofSeconds(1));
    private static final Executor OTHER_THREAD = ForkJoinPool.commonPool();

    private final ConcurrentLinkedQueue<CompletableFuture<MetadataResponseData>> waiting =
            new ConcurrentLinkedQueue<>();
    private final TestHandler<MetadataRequestData, MetadataResponseData> metadata =
            new TestHandler<>(ApiKeys.METADATA, (context, request) -> {
                CompletableFuture<MetadataResponseData> answer = new CompletableFuture<>();
                waiting.add(answer);
                return answer;
            });
    private final List<AutoCloseable> opened = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    @Test
    void advertisesExactlyTheHandlersVersions() throws IOException {
        RawClient client = client(listener(metadata));
        ApiVersionsResponseData answer = (ApiVersionsResponseData) client.call(software(), 4);
        assertThat(answer.apiKeys())
                .extracting(
                        range -> ApiKeys.forId(range.apiKey()) + " " + range.minVersion() + "-" + range.maxVersion())
                .containsExactlyInAnyOrder("METADATA 0-13", "API_VERSIONS 0-5");
    }

    @Test
    void answersAnUnknownVersionOfApiVersionsInVersion0AndGoesOn() throws IOException {
        RawClient client = client(listener(metadata));
        client.frame(ByteBuffer.allocate(12)
                .putShort(ApiKeys.API_VERSIONS.id)
                .putShort((short) 99)
                .putInt(7)
                .putInt(0x01020304)
                .array());
        ApiVersionsResponseData answer = (ApiVersionsResponseData) client.receive(ApiKeys.API_VERSIONS, 0);
        assertThat(answer.errorCode()).isEqualTo(Errors.UNSUPPORTED_VERSION.code());
        assertThat(answer.apiKeys().find(ApiKeys.METADATA.id)).isNotNull();
        assertThat(((ApiVersionsResponseData) client.call(software(), 3)).errorCode())
                .isZero();
    }

    @Test
    void answersInTheOrderOfTheRequestsHoweverTheyBecomeReady() throws IOException {
        RawClient client = client(listener(metadata));
        int first = client.send(new MetadataRequestData(), 12);
        int second = client.send(new MetadataRequestData(), 12);
        int third = client.send(new ApiVersionsRequestData(), 0);
        await().until(() -> waiting.size() == 2);
        List<CompletableFuture<MetadataResponseData>> answers = new ArrayList<>(waiting);
        answers.get(1).completeAsync(MetadataResponseData::new, OTHER_THREAD).join();
        answers.get(0).completeAsync(MetadataResponseData::new, OTHER_THREAD).join();
        assertThat(List.of(client.receiveId(), client.receiveId(), client.receiveId()))
                .containsExactly(first, second, third);
    }

    @Test
    void takesNoMoreThanSoManyRequestsOfAConnectionAtATime() throws IOException {
        RawClient client = client(listener(metadata));
        List<Integer> sent = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            sent.add(client.send(new MetadataRequestData(), 12));
        }
        await().until(() -> waiting.size() == 10);
        RawClient other = client(opened(KafkaListener.Bound.class));
        assertThat(((ApiVersionsResponseData) other.call(software(), 3)).errorCode())
                .isZero();
        assertThat(waiting).hasSize(10);
        List<Integer> received = new ArrayList<>();
        while (received.size() < 25) {
            await().until(() -> !waiting.isEmpty());
            waiting.remove().complete(new MetadataResponseData());
            received.add(client.receiveId());
        }
        assertThat(received).isEqualTo(sent);
    }

    @Test
    void readsARequestThatArrivesByteByByte() throws IOException {
        RawClient client = client(listener(TestHandler.answering(ApiKeys.METADATA, new MetadataResponseData())));
        for (byte one : client.bytes(new MetadataRequestData(), 12)) {
            client.raw(new byte[] {one});
        }
        assertThat(client.receiveId()).isEqualTo(1);
    }

    static Stream<Arguments> badBytes() {
        return Stream.of(
                Arguments.of("an HTTP request", "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII)),
                Arguments.of("a negative length", new byte[] {-1, -1, -1, -1}),
                Arguments.of("an empty frame", new byte[4]),
                Arguments.of(
                        "too long a frame",
                        ByteBuffer.allocate(4).putInt(10_000_001).array()),
                Arguments.of("a cut header", new byte[] {0, 0, 0, 3, 0, 18, 0}),
                Arguments.of("an unknown request", header(9999, 0)),
                Arguments.of("a negative request", header(-5, 0)),
                Arguments.of("a request without a handler", header(ApiKeys.FETCH.id, 4)),
                Arguments.of("an unknown version", header(ApiKeys.METADATA.id, 99)),
                Arguments.of("a negative version", header(ApiKeys.METADATA.id, -1)),
                Arguments.of("a huge array", header(ApiKeys.METADATA.id, 1, 0x7f, 0xff, 0xff, 0xff)),
                Arguments.of("a cut body", header(ApiKeys.METADATA.id, 4, 0, 0, 0, 1, 0, 20)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badBytes")
    void badBytesEndTheirConnectionOnly(String what, byte[] bytes) throws IOException {
        KafkaListener.Bound listener = listener(metadata);
        RawClient bystander = client(listener);
        bystander.call(software(), 3);
        RawClient client = client(listener);
        assertThat(client.raw(bytes).isClosedByServer()).as(what).isTrue();
        assertThat(((ApiVersionsResponseData) bystander.call(software(), 3)).errorCode())
                .isZero();
        await().until(() -> listener.connections().count() == 1 && listener.queuedBytes() == 0);
    }

    @Test
    void answersAFailedRequestInItsOwnFormOfError() throws IOException {
        RawClient client = client(listener(metadata));
        client.send(
                new MetadataRequestData()
                        .setTopics(List.of(new MetadataRequestData.MetadataRequestTopic().setName("t"))),
                12);
        await().until(() -> !waiting.isEmpty());
        waiting.remove().completeExceptionally(new IllegalStateException("on purpose"));
        MetadataResponseData answer = (MetadataResponseData) client.receive(ApiKeys.METADATA, 12);
        assertThat(answer.topics().find("t").errorCode()).isEqualTo(Errors.UNKNOWN_SERVER_ERROR.code());
    }

    @Test
    void recordsOfAProduceAreTheSocketsOwnMemoryUntilItIsAnswered() throws IOException {
        List<ByteBuffer> seen = new ArrayList<>();
        CompletableFuture<ProduceResponseData> answer = new CompletableFuture<>();
        KafkaListener.Bound listener = listener(
                new TestHandler<ProduceRequestData, ProduceResponseData>(ApiKeys.PRODUCE, (context, request) -> {
                    seen.add(records(request).buffer());
                    return answer;
                }));
        RawClient client = client(listener);
        // More than the first buffer and more than its first growth: it arrives in many pieces.
        MemoryRecords records = batch(new byte[900_000]);
        client.send(produce(records, -1), 12);
        await().until(() -> !seen.isEmpty());
        assertThat(seen.getFirst().isDirect()).isTrue();
        assertThat(seen.getFirst()).isEqualTo(records.buffer());
        assertThat(listener.queuedBytes()).isGreaterThan(900_000);
        answer.completeAsync(ProduceResponseData::new, OTHER_THREAD).join();
        assertThat(client.receiveId()).isEqualTo(1);
        assertThat(listener.queuedBytes()).isZero();
    }

    @Test
    void sendsNothingForAProduceWithoutAcknowledgementAndClosesWhereItIsRefused() throws IOException {
        KafkaListener.Bound listener = listener(new TestHandler<ProduceRequestData, ProduceResponseData>(
                ApiKeys.PRODUCE,
                (context, request) -> records(request).sizeInBytes() > 1000
                        ? CompletableFuture.failedFuture(new RefusedUnanswered("too large"))
                        : CompletableFuture.completedFuture(new ProduceResponseData()),
                request -> request.acks() != 0));
        RawClient client = client(listener);
        client.send(produce(batch(new byte[10]), 0), 12);
        int second = client.send(produce(batch(new byte[10]), 1), 12);
        assertThat(client.receiveId()).isEqualTo(second);
        client.send(produce(batch(new byte[2000]), 0), 12);
        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    void sendsRecordsFromFilesAndFromMemoryInTheirPlaces() throws IOException {
        Path file = folder.resolve("segment");
        MemoryRecords inFile = batch(new byte[500_000]);
        MemoryRecords inMemory = batch(new byte[100]);
        byte[] bytes = new byte[inFile.sizeInBytes()];
        inFile.buffer().duplicate().get(bytes);
        Files.write(file, bytes);
        try (FileChannel channel = FileChannel.open(file)) {
            FetchResponseData response = new FetchResponseData()
                    .setResponses(List.of(new FetchResponseData.FetchableTopicResponse()
                            .setTopic("t")
                            .setPartitions(List.of(
                                    fetched(0)
                                            .setRecords(new FileRegionRecords(new LogSlice(channel, 0, bytes.length))),
                                    fetched(1).setRecords(MemoryRecords.EMPTY),
                                    fetched(2).setRecords(inMemory)))));
            RawClient client = client(listener(TestHandler.answering(ApiKeys.FETCH, response)));
            for (int i = 0; i < 5; i++) {
                FetchResponseData got = (FetchResponseData) client.call(new FetchRequestData(), 12);
                List<FetchResponseData.PartitionData> partitions =
                        got.responses().getFirst().partitions();
                assertThat(partitions.get(0).records()).isEqualTo(inFile);
                assertThat(partitions.get(1).records().sizeInBytes()).isZero();
                assertThat(partitions.get(2).records()).isEqualTo(inMemory);
            }
            assertThat(channel.isOpen()).isTrue();
        }
    }

    @Test
    void aPeerThatDoesNotReadItsAnswersIsNotReadFromEither() throws IOException {
        MetadataResponseData large = new MetadataResponseData().setClusterId("x".repeat(30_000));
        TestHandler<MetadataRequestData, MetadataResponseData> handler = TestHandler.answering(ApiKeys.METADATA, large);
        RawClient client = client(listener(handler));
        Thread sender = Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < 2_000; i++) {
                    client.send(new MetadataRequestData(), 12);
                }
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        await().during(Duration.ofMillis(300)).until(() -> handler.contexts.size() < 2_000);
        for (int i = 1; i <= 2_000; i++) {
            assertThat(client.receiveId()).isEqualTo(i);
        }
        assertThat(sender).satisfies(thread -> thread.join(5_000));
    }

    @Test
    void memoryForRequestsIsBoundedForAllConnectionsTogether() throws IOException {
        ConcurrentLinkedQueue<CompletableFuture<ProduceResponseData>> parked = new ConcurrentLinkedQueue<>();
        KafkaListener.Bound listener = listener(
                new ListenerSettings(
                        2, 100_000, 10, 150_000, 100, Duration.ofMinutes(10), 1_000_000, Duration.ofSeconds(1)),
                new TestHandler<ProduceRequestData, ProduceResponseData>(ApiKeys.PRODUCE, (context, request) -> {
                    CompletableFuture<ProduceResponseData> answer = new CompletableFuture<>();
                    parked.add(answer);
                    return answer;
                }));
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            RawClient client = client(listener);
            client.send(produce(batch(new byte[80_000]), -1), 12);
            clients.add(client);
            int begun = Math.min(i + 1, 2);
            await().until(() -> parked.size() == begun);
        }
        for (int i = 0; i < 6; i++) {
            await().until(() -> !parked.isEmpty());
            parked.remove().completeAsync(ProduceResponseData::new, OTHER_THREAD);
        }
        for (RawClient client : clients) {
            assertThat(client.receiveId()).isEqualTo(1);
        }
        assertThat(listener.queuedBytes()).isZero();
    }

    @Test
    void closesIdleConnectionsButNeverOnesWithARequestUnderWay() throws IOException {
        KafkaListener.Bound listener = listener(
                new ListenerSettings(
                        1, 100_000, 10, 1_000_000, 100, Duration.ofMillis(200), 1_000_000, Duration.ofSeconds(1)),
                metadata);
        RawClient idle = client(listener);
        RawClient busy = client(listener);
        busy.send(new MetadataRequestData(), 12);
        assertThat(idle.isClosedByServer()).isTrue();
        await().during(Duration.ofMillis(400))
                .until(() -> listener.connections().count() == 1);
        waiting.remove().complete(new MetadataResponseData());
        assertThat(busy.receiveId()).isEqualTo(1);
        assertThat(busy.isClosedByServer()).isTrue();
    }

    @Test
    void refusesMoreConnectionsThanAllowed() throws IOException {
        KafkaListener.Bound listener = listener(
                new ListenerSettings(
                        1, 100_000, 10, 1_000_000, 1, Duration.ofMinutes(10), 1_000_000, Duration.ofSeconds(1)),
                metadata);
        RawClient first = client(listener);
        first.call(software(), 3);
        assertThat(client(listener).isClosedByServer()).isTrue();
        first.close();
        await().until(() -> listener.connections().count() == 0);
        assertThat(((ApiVersionsResponseData) client(listener).call(software(), 3)).errorCode())
                .isZero();
        assertThat(listener.connections().refused()).isEqualTo(1);
    }

    @Test
    void knowsWhoIsConnected() throws IOException {
        KafkaListener.Bound listener = listener(metadata);
        RawClient client = client(listener);
        client.call(software(), 3);
        assertThat(listener.connections().list()).singleElement().satisfies(connection -> {
            assertThat(connection.clientId()).isEqualTo("raw");
            assertThat(connection.software()).isEqualTo("test 1.0");
            assertThat(connection.host()).isEqualTo("127.0.0.1");
            assertThat(connection.requests()).isEqualTo(1);
        });
    }

    @Test
    void answersWhatIsUnderWayBeforeItStops() throws IOException {
        KafkaListener.Bound listener = listener(metadata);
        RawClient client = client(listener);
        client.send(new MetadataRequestData(), 12);
        await().until(() -> !waiting.isEmpty());
        CompletableFuture<Void> stopped = listener.stop().toCompletableFuture();
        waiting.remove().completeAsync(MetadataResponseData::new, OTHER_THREAD);
        assertThat(client.receiveId()).isEqualTo(1);
        assertThat(client.isClosedByServer()).isTrue();
        stopped.join();
        assertThatThrownBy(() -> client(listener)).isInstanceOf(IOException.class);
    }

    @Test
    void stopsInTimeThoughARequestIsNeverAnswered() throws IOException {
        KafkaListener.Bound listener = listener(metadata);
        RawClient client = client(listener);
        client.send(new MetadataRequestData(), 12);
        await().until(() -> !waiting.isEmpty());
        listener.stop().toCompletableFuture().join();
        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    void namesTheAddressThatIsInUse() throws IOException {
        Endpoint taken = listener(metadata).endpoint();
        assertThatThrownBy(() -> start(SETTINGS, taken, metadata))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1:" + taken.port());
    }

    private KafkaListener.Bound listener(ApiHandler<?, ?>... handlers) throws IOException {
        return listener(SETTINGS, handlers);
    }

    private KafkaListener.Bound listener(ListenerSettings settings, ApiHandler<?, ?>... handlers) throws IOException {
        KafkaListener.Bound bound = start(settings, new Endpoint("PLAINTEXT", "127.0.0.1", 0), handlers);
        opened.add(bound);
        return bound;
    }

    private static KafkaListener.Bound start(ListenerSettings settings, Endpoint endpoint, ApiHandler<?, ?>... handlers)
            throws IOException {
        MetadataCache cache = new MetadataCache(ClusterImage.empty("cluster"));
        return KafkaListener.start(
                settings,
                endpoint,
                ApiVersionsHandler.registry(List.of(handlers), 1, cache),
                new RequestMeters(new SimpleMeterRegistry()),
                Clock.systemUTC());
    }

    private RawClient client(KafkaListener.Bound listener) throws IOException {
        RawClient client = new RawClient(listener);
        opened.add(client);
        return client;
    }

    private <T> T opened(Class<T> type) {
        return opened.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    private static ApiVersionsRequestData software() {
        return new ApiVersionsRequestData().setClientSoftwareName("test").setClientSoftwareVersion("1.0");
    }

    private static byte[] header(int key, int version, int... body) {
        ByteBuffer bytes = ByteBuffer.allocate(4 + 10 + body.length)
                .putInt(10 + body.length)
                .putShort((short) key)
                .putShort((short) version)
                .putInt(1)
                .putShort((short) -1);
        for (int one : body) {
            bytes.put((byte) one);
        }
        return bytes.array();
    }

    private static MemoryRecords batch(byte[] value) {
        return MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(1L, null, value));
    }

    private static ProduceRequestData produce(MemoryRecords records, int acks) {
        ProduceRequestData request =
                new ProduceRequestData().setAcks((short) acks).setTimeoutMs(1000);
        request.topicData()
                .add(new ProduceRequestData.TopicProduceData()
                        .setName("t")
                        .setPartitionData(List.of(new ProduceRequestData.PartitionProduceData()
                                .setIndex(0)
                                .setRecords(records))));
        return request;
    }

    private static MemoryRecords records(ProduceRequestData request) {
        return (MemoryRecords)
                request.topicData().iterator().next().partitionData().getFirst().records();
    }

    private static FetchResponseData.PartitionData fetched(int partition) {
        return new FetchResponseData.PartitionData()
                .setPartitionIndex(partition)
                .setHighWatermark(1);
    }
}
