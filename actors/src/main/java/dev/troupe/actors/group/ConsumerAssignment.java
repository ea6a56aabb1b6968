package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.protocol.TopicPartition;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The partitions in a consumer's assignment (Kafka's ConsumerProtocolAssignment: a version, then topics with their partitions,
 * then what newer versions add). The bytes are a client's, so nothing in them is believed before it is checked.
 */
public final class ConsumerAssignment {
    private ConsumerAssignment() {}

    /** The partitions assigned, or empty where the bytes are no consumer's assignment. */
    public static Optional<List<TopicPartition>> partitions(Bytes assignment) {
        ByteBuffer in = ByteBuffer.wrap(assignment.array());
        try {
            short version = in.getShort();
            int topics = in.getInt();
            if (version < 0 || topics < 0) {
                return Optional.empty();
            }
            List<TopicPartition> partitions = new ArrayList<>();
            for (int t = 0; t < topics; t++) {
                readTopic(in, partitions);
            }
            return Optional.of(partitions);
        } catch (BufferUnderflowException e) {
            return Optional.empty();
        }
    }

    private static void readTopic(ByteBuffer in, List<TopicPartition> partitions) {
        String topic = ConsumerSubscription.name(in);
        int count = in.getInt();
        for (int i = 0; i < count; i++) {
            partitions.add(new TopicPartition(topic, in.getInt()));
        }
    }
}
