package dev.troupe.cluster.kafka.admin;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes and reads as fast as it goes, and measures that. */
public final class LoadTest {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final double MICROS = 1_000;
    private static final double MEGABYTE = 1_000_000;

    private final String bootstrap;
    private final Duration patience;
    private final Answers answers;

    /** Against that cluster. */
    public LoadTest(String bootstrap, Duration patience) {
        this.bootstrap = bootstrap;
        this.patience = patience;
        this.answers = new Answers(bootstrap);
    }

    /**
     * What was measured.
     *
     * @param p50Ms half of the records were acknowledged after so long at most; null where nothing is acknowledged
     */
    public record Result(
            int records,
            double seconds,
            double recordsPerSecond,
            double megabytesPerSecond,
            @Nullable Double p50Ms,
            @Nullable Double p99Ms,
            @Nullable Double maxMs) {}

    /**
     * Writes records.
     *
     * @param rate records a second, 0 for no limit
     * @param progress hears how many were handed over
     */
    public Result produce(String topic, int records, int size, String acks, int rate, LongConsumer progress) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                bootstrap,
                "acks",
                acks,
                "enable.idempotence",
                acks.equals("all"),
                "max.block.ms",
                patience.toMillis(),
                "enable.metrics.push",
                false);
        byte[] value = new byte[size];
        new Random(0).nextBytes(value);
        int[] latencies = new int[records];
        AtomicInteger acknowledged = new AtomicInteger();
        long start = System.nanoTime();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < records; i++) {
                pace(start, i, rate);
                long sent = System.nanoTime();
                var _ = producer.send(new ProducerRecord<>(topic, value), (_, failure) -> {
                    if (failure == null) {
                        latencies[acknowledged.getAndIncrement()] =
                                (int) TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - sent);
                    }
                });
                progress.accept(i + 1L);
            }
            producer.flush();
        } catch (KafkaException e) {
            throw answers.failure("writing to topic '" + topic + "'", e);
        }
        long nanos = System.nanoTime() - start;
        if (acknowledged.get() < records) {
            throw new AdminFailure(records - acknowledged.get() + " of " + records + " records were not acknowledged");
        }
        return result(records, (long) records * size, nanos, latencies);
    }

    private static void pace(long start, int sent, int rate) {
        if (rate > 0) {
            long ahead = start + sent * TimeUnit.SECONDS.toNanos(1) / rate - System.nanoTime();
            if (ahead > 0) {
                LockSupport.parkNanos(ahead);
            }
        }
    }

    /** Reads records from the beginning, at most so many and no further than the end. */
    public Result consume(String topic, int records, LongConsumer progress) {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                bootstrap,
                "default.api.timeout.ms",
                Math.toIntExact(patience.toMillis()),
                "allow.auto.create.topics",
                false,
                "enable.metrics.push",
                false);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic, patience).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, patience);
            long start = System.nanoTime();
            int count = 0;
            long bytes = 0;
            while (count < records
                    && ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    count++;
                    bytes += Math.max(0, record.serializedValueSize());
                }
                progress.accept(Math.min(count, records));
            }
            return result(count, bytes, System.nanoTime() - start, new int[0]);
        } catch (KafkaException e) {
            throw answers.failure("reading topic '" + topic + "'", e);
        }
    }

    private static Result result(int records, long bytes, long nanos, int[] latencies) {
        double seconds = nanos / (double) TimeUnit.SECONDS.toNanos(1);
        Arrays.sort(latencies);
        return new Result(
                records,
                seconds,
                records / seconds,
                bytes / MEGABYTE / seconds,
                at(latencies, 0.5),
                at(latencies, 0.99),
                at(latencies, 1));
    }

    private static @Nullable Double at(int[] sorted, double share) {
        return sorted.length == 0 ? null : sorted[Math.min(sorted.length - 1, (int) (sorted.length * share))] / MICROS;
    }
}
