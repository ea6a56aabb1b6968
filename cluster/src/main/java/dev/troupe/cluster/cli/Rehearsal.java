package dev.troupe.cluster.cli;

import dev.troupe.protocol.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What the first client of a node does, done while the JVM takes notes, so that a later start neither loads the classes of the
 * listener, of a topic and of a group one by one nor compiles the ways of a request from scratch.
 */
final class Rehearsal {
    private static final String TOPIC = "rehearsal";
    private static final String SERIALIZER = "org.apache.kafka.common.serialization.ByteArraySerializer";
    private static final String DESERIALIZER = "org.apache.kafka.common.serialization.ByteArrayDeserializer";
    private static final int RECORDS = 5_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String bootstrap;

    Rehearsal(Endpoint kafka) {
        this.bootstrap = kafka.host() + ":" + kafka.port();
    }

    void run() {
        produce();
        consume();
    }

    private void produce() {
        Map<String, Object> config = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, SERIALIZER,
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, SERIALIZER);
        try (var producer = new KafkaProducer<byte[], byte[]>(config)) {
            for (int i = 0; i < RECORDS; i++) {
                var _ = producer.send(new ProducerRecord<>(TOPIC, new byte[100]));
            }
            producer.flush();
        }
    }

    private void consume() {
        Map<String, Object> config = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                ConsumerConfig.GROUP_ID_CONFIG, TOPIC,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, DESERIALIZER,
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, DESERIALIZER);
        try (var consumer = new KafkaConsumer<byte[], byte[]>(config)) {
            consumer.subscribe(List.of(TOPIC));
            long giveUp = System.nanoTime() + PATIENCE.toNanos();
            int read = 0;
            while (read < RECORDS && System.nanoTime() < giveUp) {
                read += consumer.poll(Duration.ofSeconds(1)).count();
                consumer.commitSync();
            }
        }
    }
}
