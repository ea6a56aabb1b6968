package dev.troupe.actors.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.actors.consumer.assignor.Subscriber;
import dev.troupe.actors.group.ConsumerAssignment;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.protocol.TopicPartition;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.junit.jupiter.api.Test;

/** The bytes that members of a group exchange, against those of Kafka's own consumer. */
class ConsumerProtocolTest {
    private static final List<TopicPartition> OWNED =
            List.of(new TopicPartition("orders", 2), new TopicPartition("orders", 0), new TopicPartition("bills", 1));

    @Test
    void kafkasConsumersReadOurSubscriptions() {
        Bytes bytes = ConsumerProtocol.subscription(List.of("orders", "bills"), OWNED, 7, null);

        Subscription read = org.apache.kafka.clients.consumer.internals.ConsumerProtocol.deserializeSubscription(
                ByteBuffer.wrap(bytes.array()));

        assertThat(read.topics()).containsExactly("bills", "orders");
        assertThat(read.ownedPartitions())
                .extracting(Object::toString)
                .containsExactlyInAnyOrder("orders-0", "orders-2", "bills-1");
        assertThat(read.generationId()).hasValue(7);
    }

    @Test
    void weReadTheSubscriptionsOfKafkasConsumers() {
        Subscription theirs = new Subscription(
                List.of("orders"),
                null,
                List.of(new org.apache.kafka.common.TopicPartition("orders", 3)),
                9,
                Optional.of("a-rack"));

        Subscriber read = ConsumerProtocol.subscriber(
                "m",
                null,
                Bytes.of(array(
                        org.apache.kafka.clients.consumer.internals.ConsumerProtocol.serializeSubscription(theirs))));

        assertThat(read)
                .isEqualTo(new Subscriber("m", null, Set.of("orders"), Set.of(new TopicPartition("orders", 3)), 9));
    }

    @Test
    void whatAStickyMemberHadTravelsWithoutBeingOwned() {
        Bytes bytes = ConsumerProtocol.subscription(List.of("orders"), List.of(), 7, OWNED);

        assertThat(ConsumerProtocol.subscriber("m", null, bytes))
                .isEqualTo(new Subscriber("m", null, Set.of("orders"), Set.copyOf(OWNED), 7));
    }

    @Test
    void assignmentsAreReadBothWays() {
        Bytes ours = ConsumerProtocol.assignment(OWNED);
        Assignment theirs = new Assignment(List.of(new org.apache.kafka.common.TopicPartition("orders", 3)));

        assertThat(org.apache.kafka.clients.consumer.internals.ConsumerProtocol.deserializeAssignment(
                                ByteBuffer.wrap(ours.array()))
                        .partitions())
                .extracting(Object::toString)
                .containsExactlyInAnyOrder("orders-0", "orders-2", "bills-1");
        assertThat(ConsumerAssignment.partitions(Bytes.of(array(
                        org.apache.kafka.clients.consumer.internals.ConsumerProtocol.serializeAssignment(theirs)))))
                .contains(List.of(new TopicPartition("orders", 3)));
    }

    @Test
    void whoWritesRubbishSubscribesToNothing() {
        Bytes whole = ConsumerProtocol.subscription(List.of("orders"), OWNED, 7, null);
        for (int length = 0; length < whole.length() - 1; length++) {
            Bytes cut = Bytes.of(Arrays.copyOf(whole.array(), length));
            assertThat(ConsumerProtocol.subscriber("m", null, cut).owned()).isEmpty();
        }
    }

    private static byte[] array(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }
}
