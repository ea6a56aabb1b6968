package dev.troupe.protocol.broker;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.RemoteMessage;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a broker answers to a {@link BrokerCommand}. */
public sealed interface BrokerReply extends RemoteMessage {

    /** Who answers. */
    int brokerId();

    /** The order was carried out up to {@code version}; {@code failures} names the replicas for which it was not. */
    record ReplicasUpdated(int brokerId, long brokerEpoch, long version, List<ReplicaFailure> failures)
            implements BrokerReply {
        public ReplicasUpdated {
            failures = List.copyOf(failures);
        }
    }

    /** The image of that version is published. */
    record MetadataUpdated(int brokerId, long brokerEpoch, long version) implements BrokerReply {}

    /**
     * Nothing was done.
     *
     * @param error {@link ErrorCode#STALE_CONTROLLER_EPOCH} where the broker has met a newer controller,
     *     {@link ErrorCode#STALE_BROKER_EPOCH} where the order is for an earlier incarnation
     * @param controllerEpoch the highest epoch that the broker has met
     */
    record Refused(int brokerId, ErrorCode error, int controllerEpoch) implements BrokerReply {}

    /** A replica that could not be started, stopped or deleted. */
    record ReplicaFailure(
            TopicPartition partition,
            TopicId topicId,
            ErrorCode error,
            @Nullable String message) {}
}
