package dev.troupe.actors.consumer;

import dev.troupe.actors.consumer.assignor.Subscriber;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.protocol.TopicPartition;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What members of a group tell each other through its coordinator, in the bytes that Kafka's consumers write: subscriptions of
 * version 2 (topics, own data of the assignor, what is owned, in which generation) and assignments of version 0. Newer versions
 * only add, so they are read too.
 */
final class ConsumerProtocol {
    private static final int SUBSCRIPTION_VERSION = 2;
    private static final int NO_DATA = -1;
    private static final int NO_GENERATION = -1;

    private ConsumerProtocol() {}

    /**
     * A subscription.
     *
     * @param owned what the member has and does not give up
     * @param sticky what the assignor {@code sticky} remembers: what the member had when all was given up; null for all others
     */
    static Bytes subscription(
            Collection<String> topics,
            Collection<TopicPartition> owned,
            int generation,
            @Nullable Collection<TopicPartition> sticky) {
        return written(out -> {
            out.writeShort(SUBSCRIPTION_VERSION);
            out.writeInt(topics.size());
            for (String topic : topics.stream().sorted().toList()) {
                writeName(out, topic);
            }
            if (sticky == null) {
                out.writeInt(NO_DATA);
            } else {
                byte[] data = written(inner -> {
                            writePartitions(inner, sticky);
                            inner.writeInt(generation);
                        })
                        .array();
                out.writeInt(data.length);
                out.write(data);
            }
            writePartitions(out, owned);
            out.writeInt(generation);
        });
    }

    /** An assignment. */
    static Bytes assignment(Collection<TopicPartition> partitions) {
        return written(out -> {
            out.writeShort(0);
            writePartitions(out, partitions);
            out.writeInt(NO_DATA);
        });
    }

    /** A member by its subscription; one whose bytes cannot be read subscribes to nothing. */
    static Subscriber subscriber(String memberId, @Nullable String instanceId, Bytes metadata) {
        ByteBuffer in = ByteBuffer.wrap(metadata.array());
        try {
            short version = in.getShort();
            Set<String> topics = new HashSet<>();
            for (int count = in.getInt(); count > 0; count--) {
                topics.add(readName(in));
            }
            int length = in.getInt();
            ByteBuffer data = length < 0 ? ByteBuffer.allocate(0) : in.slice(in.position(), length);
            in.position(in.position() + Math.max(0, length));
            Set<TopicPartition> owned = version >= 1 ? readPartitions(in) : Set.of();
            int generation = version >= 2 ? in.getInt() : NO_GENERATION;
            return owned.isEmpty()
                    ? ofOwnData(memberId, instanceId, topics, data, generation)
                    : new Subscriber(memberId, instanceId, topics, owned, generation);
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException unreadable) {
            return new Subscriber(memberId, instanceId, Set.of(), Set.of(), NO_GENERATION);
        }
    }

    /** What {@code sticky} remembers, where that is what the data is. */
    private static Subscriber ofOwnData(
            String memberId, @Nullable String instanceId, Set<String> topics, ByteBuffer data, int generation) {
        try {
            Set<TopicPartition> had = readPartitions(data);
            return new Subscriber(memberId, instanceId, topics, had, data.getInt());
        } catch (BufferUnderflowException | IllegalArgumentException others) {
            return new Subscriber(memberId, instanceId, topics, Set.of(), generation);
        }
    }

    private static Set<TopicPartition> readPartitions(ByteBuffer in) {
        Set<TopicPartition> partitions = new HashSet<>();
        for (int topics = in.getInt(); topics > 0; topics--) {
            String topic = readName(in);
            for (int count = in.getInt(); count > 0; count--) {
                partitions.add(new TopicPartition(topic, in.getInt()));
            }
        }
        return partitions;
    }

    private static String readName(ByteBuffer in) {
        int length = in.getShort();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] utf8 = new byte[length];
        in.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private static void writePartitions(DataOutputStream out, Collection<TopicPartition> partitions)
            throws IOException {
        SortedMap<String, List<Integer>> byTopic = new TreeMap<>();
        partitions.forEach(each ->
                byTopic.computeIfAbsent(each.topic(), _ -> new ArrayList<>()).add(each.partition()));
        out.writeInt(byTopic.size());
        for (String topic : byTopic.keySet()) {
            writeName(out, topic);
            List<Integer> numbers = byTopic.get(topic).stream().sorted().toList();
            out.writeInt(numbers.size());
            for (int number : numbers) {
                out.writeInt(number);
            }
        }
    }

    private static void writeName(DataOutputStream out, String name) throws IOException {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        out.writeShort(utf8.length);
        out.write(utf8);
    }

    private static Bytes written(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writing.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot happen in memory", e);
        }
        return Bytes.of(bytes.toByteArray());
    }

    @FunctionalInterface
    private interface Writing {
        void write(DataOutputStream out) throws IOException;
    }
}
