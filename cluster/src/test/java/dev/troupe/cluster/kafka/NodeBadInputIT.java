package dev.troupe.cluster.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.cluster.testing.TestNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A node that holds 2,000 idle connections is told nonsense (K3): the right error or that connection's end, and nobody else
 * notices.
 */
class NodeBadInputIT {
    private static final int IDLE = 2_000;
    private static final String TOPIC = "sound";
    private static final int RECORDS_OFFSET_OF_CRC = 17;

    @TempDir
    private static Path data;

    private static TestNode node;
    private static int port;
    private static KafkaProducer<String, String> producer;
    private static final List<SocketChannel> IDLE_CONNECTIONS = new ArrayList<>();

    @BeforeAll
    static void startNodeAndIdleConnections() throws Exception {
        node = TestNode.start(data);
        port = Integer.parseInt(node.kafka().substring(node.kafka().lastIndexOf(':') + 1));
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", node.kafka(), "acks", "all"),
                new StringSerializer(),
                new StringSerializer());
        for (int i = 0; i < IDLE; i++) {
            IDLE_CONNECTIONS.add(SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
        }
        produce();
    }

    @AfterAll
    static void stopNode() throws IOException {
        producer.close();
        for (SocketChannel each : IDLE_CONNECTIONS) {
            each.close();
        }
        node.close();
    }

    @AfterEach
    void nobodyElseNoticed() throws Exception {
        produce();
        for (int i = 0; i < IDLE; i += 200) {
            assertAnswers(IDLE_CONNECTIONS.get(i));
        }
    }

    static Stream<Arguments> endsTheConnection() {
        return Stream.of(
                Arguments.of("garbage", "GET / HTTP/1.1\r\nHost: kafka\r\n\r\n".getBytes(US_ASCII)),
                Arguments.of("a negative size", ints(-1, 0)),
                Arguments.of("a size of zero", ints(0)),
                Arguments.of("a frame over socket.request.max.bytes", ints(104_857_601, 0)),
                Arguments.of("an unknown API key", header(32_000, 0)),
                Arguments.of("a negative API key", header(-3, 0)),
                Arguments.of("an unsupported version", header(ApiKeys.METADATA.id, 99)),
                Arguments.of("a body cut short", header(ApiKeys.METADATA.id, 12)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("endsTheConnection")
    void endsTheConnectionThatSends(String what, byte[] bytes) throws Exception {
        String peer;
        try (RawClient client = new RawClient(port)) {
            peer = client.localAddress();
            assertThat(client.raw(bytes).isClosedByServer()).isTrue();
        }
        await().untilAsserted(() -> assertThat(node.output().lines().filter(line -> line.contains(peer)))
                .as("one line that names the peer " + peer)
                .hasSize(1));
    }

    @Test
    void aFrameThatNeverComesToItsEndCostsOnlyItsConnection() throws Exception {
        try (RawClient client = new RawClient(port)) {
            client.raw(ints(1_000, 0x00030000));
        }
    }

    @Test
    void anUnknownVersionOfApiVersionsIsAnsweredAndTheConnectionLives() throws Exception {
        try (RawClient client = new RawClient(port)) {
            client.raw(header(ApiKeys.API_VERSIONS.id, 99));
            ApiVersionsResponseData refusal = (ApiVersionsResponseData) client.receive(ApiKeys.API_VERSIONS, 0);
            assertThat(Errors.forCode(refusal.errorCode())).isEqualTo(Errors.UNSUPPORTED_VERSION);
            assertThat(refusal.apiKeys()).isNotEmpty();
            ApiVersionsResponseData answer = (ApiVersionsResponseData) client.call(new ApiVersionsRequestData(), 0);
            assertThat(answer.errorCode()).isZero();
        }
    }

    @Test
    void aCorruptBatchIsRefusedAndTheConnectionLives() throws Exception {
        MemoryRecords records = batch(100);
        ByteBuffer bytes = records.buffer();
        bytes.put(RECORDS_OFFSET_OF_CRC, (byte) ~bytes.get(RECORDS_OFFSET_OF_CRC));
        assertRefused(records, Errors.CORRUPT_MESSAGE);
    }

    @Test
    void anOversizedBatchIsRefusedAndTheConnectionLives() throws Exception {
        assertRefused(batch(2_000_000), Errors.MESSAGE_TOO_LARGE);
    }

    private static void assertRefused(MemoryRecords records, Errors error) throws IOException {
        try (RawClient client = new RawClient(port)) {
            ProduceResponseData response = (ProduceResponseData) client.call(produceRequest(records), 9);
            short code = response.responses()
                    .iterator()
                    .next()
                    .partitionResponses()
                    .getFirst()
                    .errorCode();
            assertThat(Errors.forCode(code)).isEqualTo(error);
            assertThat(client.call(new MetadataRequestData(), 9)).isNotNull();
        }
    }

    private static ProduceRequestData produceRequest(MemoryRecords records) {
        ProduceRequestData request =
                new ProduceRequestData().setAcks((short) -1).setTimeoutMs(10_000);
        request.topicData()
                .add(new ProduceRequestData.TopicProduceData()
                        .setName(TOPIC)
                        .setPartitionData(List.of(new ProduceRequestData.PartitionProduceData()
                                .setIndex(0)
                                .setRecords(records))));
        return request;
    }

    private static MemoryRecords batch(int bytes) {
        return MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(new byte[bytes]));
    }

    private static void produce() throws Exception {
        assertThat(producer.send(new ProducerRecord<>(TOPIC, "fine"))
                        .get(30, TimeUnit.SECONDS)
                        .offset())
                .isNotNegative();
    }

    /** An idle connection is still served. */
    private static void assertAnswers(SocketChannel connection) throws IOException {
        connection.write(ByteBuffer.wrap(header(ApiKeys.API_VERSIONS.id, 0)));
        ByteBuffer size = ByteBuffer.allocate(4);
        readFully(connection, size);
        readFully(connection, ByteBuffer.allocate(size.flip().getInt()));
    }

    private static void readFully(SocketChannel connection, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            assertThat(connection.read(buffer)).as("bytes before the end").isPositive();
        }
    }

    /** A request header of version 1 without a client id, and no body. */
    private static byte[] header(int apiKey, int version) {
        return ByteBuffer.allocate(14)
                .putInt(10)
                .putShort((short) apiKey)
                .putShort((short) version)
                .putInt(7)
                .putShort((short) -1)
                .array();
    }

    private static byte[] ints(int... values) {
        ByteBuffer buffer = ByteBuffer.allocate(4 * values.length);
        for (int value : values) {
            buffer.putInt(value);
        }
        return buffer.array();
    }
}
