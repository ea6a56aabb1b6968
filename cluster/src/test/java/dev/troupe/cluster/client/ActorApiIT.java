package dev.troupe.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import dev.troupe.actors.client.ClientRequest;
import dev.troupe.actors.client.NewRecord;
import dev.troupe.actors.client.SendResult.Sent;
import dev.troupe.actors.client.Troupe;
import dev.troupe.actors.client.TroupeException;
import dev.troupe.cluster.testing.TestNode;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.ClientRecord;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Pekko application that is a member of the cluster without being a broker, beside Kafka clients of the same node (A1). */
class ActorApiIT {
    @TempDir
    private static Path data;

    private static TestNode node;
    private static ActorSystem<Void> application;
    private static Troupe troupe;

    @BeforeAll
    static void joinCluster() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        node = TestNode.start(data, "--artery-port", String.valueOf(port));
        application = ActorSystem.create(Behaviors.empty(), "troupe", ConfigFactory.load("troupe-client"));
        Cluster cluster = Cluster.get(application);
        cluster.manager().tell(new Join(new Address("pekko", "troupe", "127.0.0.1", port)));
        await().atMost(Duration.ofSeconds(60))
                .until(() -> cluster.selfMember().status().equals(MemberStatus.up()));
        troupe = Troupe.get(application);
    }

    @AfterAll
    static void stop() {
        application.terminate();
        node.close();
    }

    @Test
    void whatAnApplicationStreamsInKafkaClientsAndItselfReadInOrder() throws Exception {
        assertThat(get(troupe.admin().createTopic("orders", 1, 1)).error()).isEqualTo(ErrorCode.NONE);
        List<String> values =
                IntStream.range(0, 1_000).mapToObj(i -> "order-" + i).toList();

        List<Sent> sent = get(Source.from(values)
                .map(value -> NewRecord.ofText("orders", "customer", value))
                .via(troupe.sending(100))
                .runWith(Sink.seq(), application));

        assertThat(sent)
                .extracting(Sent::offset)
                .isEqualTo(IntStream.range(0, 1_000).mapToObj(i -> (long) i).toList());
        assertThat(read("orders", 1_000)).isEqualTo(values);
        assertThat(readByKafka("orders", 1_000)).isEqualTo(values);
    }

    @Test
    void anApplicationReadsWhatAKafkaClientWritesCompressedAfterItBeganToWait() throws Exception {
        get(troupe.admin().createTopic("payments", 1, 1));
        CompletionStage<List<String>> waiting = troupe.records(
                        new TopicPartition("payments", 0), ClientRequest.EARLIEST)
                .map(ActorApiIT::text)
                .take(100)
                .runWith(Sink.seq(), application);
        List<String> values =
                IntStream.range(0, 100).mapToObj(i -> "payment-" + i).toList();
        Map<String, Object> config = Map.of("bootstrap.servers", node.kafka(), "compression.type", "lz4");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> sent = values.stream()
                    .map(value -> producer.send(new ProducerRecord<>("payments", "customer", value)))
                    .toList();
            for (Future<RecordMetadata> each : sent) {
                each.get();
            }
        }

        assertThat(get(waiting)).isEqualTo(values);
    }

    @Test
    void aTopicThatIsNotThereIsSaidAtOnce() {
        assertThatThrownBy(() -> get(troupe.send(NewRecord.ofText("nowhere", "key", "value"))))
                .hasCauseInstanceOf(TroupeException.class)
                .hasMessageContaining("there is no topic nowhere");
    }

    @Test
    void aRecordThatIsTooLargeForOneMessageIsRefused() throws Exception {
        get(troupe.admin().createTopic("large", 1, 1));

        assertThatThrownBy(() -> get(troupe.send(NewRecord.ofText("large", "key", "x".repeat(160 * 1024)))))
                .hasMessageContaining("MESSAGE_TOO_LARGE");
        assertThat(get(troupe.send(NewRecord.ofText("large", "", "x".repeat(160 * 1024))))
                        .offset())
                .isZero();
        assertThat(read("large", 1).getFirst()).hasSize(160 * 1024);
    }

    @Test
    void anOffsetThatTheLogDoesNotHaveEndsTheStreamWithTheReason() throws Exception {
        get(troupe.admin().createTopic("short", 1, 1));
        CompletionStage<ClientRecord> first =
                troupe.records(new TopicPartition("short", 0), 17).runWith(Sink.head(), application);

        assertThatThrownBy(() -> get(first)).hasMessageContaining("OFFSET_OUT_OF_RANGE");
    }

    private static List<String> read(String topic, int count) throws Exception {
        return get(troupe.records(new TopicPartition(topic, 0), 0)
                .map(ActorApiIT::text)
                .take(count)
                .runWith(Sink.seq(), application));
    }

    private static List<String> readByKafka(String topic, int count) {
        Map<String, Object> config = Map.of("bootstrap.servers", node.kafka(), "auto.offset.reset", "earliest");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(new org.apache.kafka.common.TopicPartition(topic, 0)));
            List<String> values = new ArrayList<>();
            await().until(() -> {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
                return values.size() >= count;
            });
            return values;
        }
    }

    private static String text(ClientRecord record) {
        return Objects.requireNonNull(record.value()).utf8String();
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
