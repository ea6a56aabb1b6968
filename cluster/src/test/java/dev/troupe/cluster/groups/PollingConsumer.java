package dev.troupe.cluster.groups;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** A consumer that polls on a thread of its own until it fails or is closed. */
final class PollingConsumer implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final KafkaConsumer<String, String> consumer;
    private final Thread thread;
    private volatile Set<TopicPartition> assignment = Set.of();
    private volatile int generation = -1;
    private volatile @Nullable KafkaException failure;

    PollingConsumer(Map<String, Object> config, String topic) {
        consumer = new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer());
        consumer.subscribe(List.of(topic));
        thread = Thread.ofPlatform().name("member").start(this::poll);
    }

    private void poll() {
        try (consumer) {
            while (true) {
                consumer.poll(POLL);
                assignment = Set.copyOf(consumer.assignment());
                generation = consumer.groupMetadata().generationId();
            }
        } catch (WakeupException closed) {
            assignment = Set.of();
        } catch (KafkaException fatal) {
            failure = fatal;
        }
    }

    Set<TopicPartition> assignment() {
        return assignment;
    }

    int generation() {
        return generation;
    }

    @Nullable
    KafkaException failure() {
        return failure;
    }

    /** Leaves the group. */
    @Override
    public void close() {
        consumer.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
