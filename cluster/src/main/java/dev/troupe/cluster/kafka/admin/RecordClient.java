package dev.troupe.cluster.kafka.admin;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes and reads records as text. */
public final class RecordClient {
    private static final Duration POLL = Duration.ofMillis(200);

    private final String bootstrap;
    private final Duration patience;
    private final Answers answers;

    /** A client of that cluster, which connects when it is used. */
    public RecordClient(String bootstrap, Duration patience) {
        this.bootstrap = bootstrap;
        this.patience = patience;
        this.answers = new Answers(bootstrap);
    }

    /** Where reading begins. */
    public enum From {
        /** With the first record that is there. */
        EARLIEST,
        /** So many records before the end of each partition. */
        END
    }

    /** Takes records to be written; a record that is refused fails the next call, or the last one. */
    @FunctionalInterface
    public interface Sink {
        /** Writes one. */
        void write(@Nullable String key, String value);
    }

    /** Writes what {@code work} hands over; returns when all of it is on all in-sync replicas. */
    public void write(String topic, Consumer<Sink> work) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                bootstrap,
                "max.block.ms",
                patience.toMillis(),
                "delivery.timeout.ms",
                Math.toIntExact(patience.toMillis()),
                "request.timeout.ms",
                Math.toIntExact(patience.toMillis()) / 2,
                "linger.ms",
                5,
                "enable.metrics.push",
                false);
        Failure failure = new Failure();
        try (Producer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            work.accept((key, value) -> {
                failure.throwAny(answers);
                var _ = producer.send(new ProducerRecord<>(topic, key, value), (_, failed) -> failure.remember(failed));
            });
            producer.flush();
        } catch (KafkaException e) {
            throw answers.failure("writing to topic '" + topic + "'", e);
        }
        failure.throwAny(answers);
    }

    /** The first failure of many sends. */
    private static final class Failure {
        private volatile @Nullable Exception first;

        void remember(@Nullable Exception failed) {
            if (first == null) {
                first = failed;
            }
        }

        void throwAny(Answers answers) {
            Exception failed = first;
            if (failed != null) {
                throw answers.failure("writing", failed);
            }
        }
    }

    /**
     * Reads all partitions of a topic, as they are ready.
     *
     * @param back for {@link From#END}: how many records before the end
     * @param follow whether it waits for more at the end; else it returns there
     * @param wanted is given each record, and says whether more are wanted
     */
    public void read(String topic, From from, long back, boolean follow, Predicate<TextRecord> wanted) {
        try (KafkaConsumer<String, String> consumer = consumer(Map.of())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic, patience).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            if (partitions.isEmpty()) {
                throw new AdminFailure("there is no topic '" + topic + "'; 'troupe topics list' shows those there are");
            }
            consumer.assign(partitions);
            Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions, patience);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, patience);
            Map<TopicPartition, Long> open = new HashMap<>(ends);
            partitions.forEach(each -> {
                long start = starts.getOrDefault(each, 0L);
                long begin = from == From.EARLIEST ? start : Math.max(start, ends.getOrDefault(each, start) - back);
                consumer.seek(each, begin);
            });
            boolean more = true;
            while (more && (follow || !reached(consumer, open))) {
                for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
                    more = more && wanted.test(text(record));
                }
            }
        } catch (KafkaException e) {
            throw answers.failure("reading topic '" + topic + "'", e);
        }
    }

    private static boolean reached(KafkaConsumer<String, String> consumer, Map<TopicPartition, Long> open) {
        open.entrySet().removeIf(each -> consumer.position(each.getKey()) >= each.getValue());
        return open.isEmpty();
    }

    /**
     * Reads as a member of a group, and commits what {@code wanted} was given.
     *
     * @param silence ends it when nothing has come for so long
     */
    public void readAsMember(String topic, String group, Duration silence, Predicate<TextRecord> wanted) {
        try (KafkaConsumer<String, String> consumer =
                consumer(Map.of("group.id", group, "auto.offset.reset", "earliest", "enable.auto.commit", false))) {
            consumer.subscribe(List.of(topic));
            long deadline = System.nanoTime() + silence.toNanos();
            boolean more = true;
            while (more && deadline - System.nanoTime() > 0) {
                Map<TopicPartition, OffsetAndMetadata> taken = new HashMap<>();
                for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
                    if (more) {
                        more = wanted.test(text(record));
                        taken.put(
                                new TopicPartition(record.topic(), record.partition()),
                                new OffsetAndMetadata(record.offset() + 1));
                    }
                }
                if (!taken.isEmpty()) {
                    consumer.commitSync(taken);
                    deadline = System.nanoTime() + silence.toNanos();
                }
            }
        } catch (KafkaException e) {
            throw answers.failure("reading topic '" + topic + "' in group '" + group + "'", e);
        }
    }

    private KafkaConsumer<String, String> consumer(Map<String, Object> more) {
        Map<String, Object> config = new HashMap<>(Map.of(
                "bootstrap.servers",
                bootstrap,
                "default.api.timeout.ms",
                Math.toIntExact(patience.toMillis()),
                "allow.auto.create.topics",
                false,
                "enable.metrics.push",
                false));
        config.putAll(more);
        return new KafkaConsumer<>(config, new StringDeserializer(), new StringDeserializer());
    }

    private static TextRecord text(ConsumerRecord<String, String> record) {
        return new TextRecord(
                record.topic(), record.partition(), record.offset(), record.timestamp(), record.key(), record.value());
    }
}
