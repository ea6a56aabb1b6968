package dev.troupe.cluster.faults;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A producer and a consumer group that never pause, and what the node has acknowledged to them. */
final class Load implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Load.class);
    static final String TOPIC = "load";
    static final String GROUP = "readers";
    private static final int IN_FLIGHT = 50;

    private final KafkaProducer<String, String> producer;
    private final KafkaConsumer<String, String> consumer;
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Map<TopicPartition, Long> committed = new ConcurrentHashMap<>();
    private final AtomicLong commits = new AtomicLong();
    private final Semaphore room = new Semaphore(IN_FLIGHT);
    private final Thread writing;
    private final Thread reading;
    private volatile boolean closing;

    Load(Clients clients) {
        producer = clients.producer();
        consumer = clients.consumer(Map.of("group.id", GROUP));
        consumer.subscribe(List.of(TOPIC));
        writing = Thread.ofPlatform().name("writing").start(this::write);
        reading = Thread.ofPlatform().name("reading").start(this::read);
    }

    private void write() {
        for (long n = 0; !closing; n++) {
            String value = "record-" + n;
            room.acquireUninterruptibly();
            var _ = producer.send(new ProducerRecord<>(TOPIC, String.valueOf(n % 100), value), (metadata, failure) -> {
                room.release();
                if (failure == null) {
                    acknowledged.add(value);
                } else {
                    failures.add(value + ": " + failure);
                }
            });
        }
        producer.flush();
    }

    private void read() {
        while (!closing) {
            try {
                if (!consumer.poll(Duration.ofMillis(100)).isEmpty()) {
                    consumer.commitSync();
                    consumer.assignment().forEach(each -> committed.merge(each, consumer.position(each), Math::max));
                    commits.incrementAndGet();
                }
            } catch (WakeupException stop) {
                return;
            } catch (KafkaException notAcknowledged) {
                LOG.debug("the node is down, or the group moves: {}", notAcknowledged.toString());
            }
        }
    }

    /** Values of all records that were acknowledged so far. */
    Set<String> acknowledged() {
        return Set.copyOf(acknowledged);
    }

    /** What was sent and could not be written; with this much patience there should be none. */
    List<String> failures() {
        return List.copyOf(failures);
    }

    /** Which of all records it is, in the order of sending. */
    static long numberOf(String value) {
        return Long.parseLong(value.substring(value.indexOf('-') + 1));
    }

    int acknowledgedCount() {
        return acknowledged.size();
    }

    /** The highest offsets of the group whose commit was acknowledged. */
    Map<TopicPartition, Long> committed() {
        return Map.copyOf(committed);
    }

    long commitCount() {
        return commits.get();
    }

    /** Stops, after what was sent has been acknowledged. */
    @Override
    public void close() {
        closing = true;
        try {
            writing.join();
            consumer.wakeup();
            reading.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        producer.close();
        consumer.close();
    }
}
