package dev.troupe.cluster.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Kafka's clients as an ordinary program would make them, but with more patience. */
final class Clients {
    private final String bootstrap;

    Clients(String bootstrap) {
        this.bootstrap = bootstrap;
    }

    Admin admin() {
        return Admin.create(config(Map.of("default.api.timeout.ms", 60_000, "request.timeout.ms", 20_000)));
    }

    KafkaProducer<String, String> producer() {
        return new KafkaProducer<>(
                config(Map.of("acks", "all", "linger.ms", 2, "delivery.timeout.ms", 300_000)),
                new StringSerializer(),
                new StringSerializer());
    }

    KafkaConsumer<String, String> consumer(Map<String, Object> more) {
        Map<String, Object> config = config(Map.of("auto.offset.reset", "earliest", "enable.auto.commit", false));
        config.putAll(more);
        return new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer());
    }

    private Map<String, Object> config(Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(more);
        config.put("bootstrap.servers", bootstrap);
        config.put("reconnect.backoff.ms", 50);
        config.put("reconnect.backoff.max.ms", 200);
        return config;
    }

    /** Everything in a topic, in the order of each partition. */
    List<ConsumerRecord<String, String>> readAll(String topic, int partitions) {
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = consumer(Map.of())) {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }
}
