package dev.troupe.cluster.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.kafka.handlers.ApiVersionsHandler;
import dev.troupe.cluster.kafka.handlers.DescribeClusterHandler;
import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.metadata.ClusterImage;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.DescribeClusterRequestData;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bad bytes of many kinds beside 2,000 idle connections: each ends its own connection, and nobody else notices (K3). */
class BadInputIT {
    private static final int IDLE = 2_000;
    private static final int BAD = 300;

    private final List<RawClient> idle = new ArrayList<>();
    private KafkaListener.Bound listener;

    @BeforeEach
    void start() throws IOException {
        ListenerSettings settings = new ListenerSettings(
                2, 100_000_000, 100, -1, Integer.MAX_VALUE, Duration.ofMinutes(10), 1_000_000, Duration.ofSeconds(2));
        MetadataCache metadata = new MetadataCache(ClusterImage.empty("cluster"));
        ApiRegistry registry = ApiVersionsHandler.registry(List.of(new DescribeClusterHandler(metadata)), 1, metadata);
        listener = KafkaListener.start(
                settings,
                new Endpoint("PLAINTEXT", "127.0.0.1", 0),
                registry,
                new RequestMeters(new SimpleMeterRegistry()),
                Clock.systemUTC());
    }

    @AfterEach
    void stop() throws IOException {
        for (RawClient client : idle) {
            client.close();
        }
        listener.close();
    }

    @Test
    void badInputHarmsNoneOfTwoThousandIdleConnections() throws IOException {
        for (int i = 0; i < IDLE; i++) {
            idle.add(new RawClient(listener));
        }
        await().until(() -> listener.connections().count() == IDLE);
        try (RawClient bystander = new RawClient(listener)) {
            Random random = new Random(17);
            for (int i = 0; i < BAD; i++) {
                try (RawClient bad = new RawClient(listener)) {
                    assertThat(bad.raw(badBytes(random, i)).isClosedByServer())
                            .as("closed after bad bytes number %d", i)
                            .isTrue();
                }
                assertThat(clusterId(bystander)).isEqualTo("cluster");
            }
            for (RawClient client : idle) {
                ApiVersionsResponseData answer = (ApiVersionsResponseData) client.call(new ApiVersionsRequestData(), 0);
                assertThat(answer.errorCode()).isZero();
            }
        }
        await().until(() -> listener.connections().count() == IDLE && listener.queuedBytes() == 0);
    }

    private static String clusterId(RawClient client) throws IOException {
        return ((DescribeClusterResponseData) client.call(new DescribeClusterRequestData(), 1)).clusterId();
    }

    private static byte[] badBytes(Random random, int kind) {
        return switch (kind % 5) {
            case 0 -> "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII);
            case 1 -> ByteBuffer.allocate(4).putInt(-random.nextInt(1_000)).array();
            case 2 ->
                ByteBuffer.allocate(4)
                        .putInt(100_000_001 + random.nextInt(1_000))
                        .array();
            case 3 -> frame(noise(random, 1 + random.nextInt(7)));
            default -> {
                byte[] request = noise(random, 20 + random.nextInt(2_000));
                // No request has such a number.
                yield frame(ByteBuffer.wrap(request)
                        .putShort(0, (short) (1_000 + random.nextInt(1_000)))
                        .array());
            }
        };
    }

    private static byte[] noise(Random random, int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] frame(byte[] body) {
        return ByteBuffer.allocate(4 + body.length)
                .putInt(body.length)
                .put(body)
                .array();
    }
}
