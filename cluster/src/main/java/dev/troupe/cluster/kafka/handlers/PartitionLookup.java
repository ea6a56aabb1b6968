package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.actors.partition.PartitionView;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** Finds the replica that a request means, or the error that says why it is not to be had here (L3). */
public final class PartitionLookup {
    private final HostedPartitions hosted;
    private final MetadataCache metadata;

    public PartitionLookup(HostedPartitions hosted, MetadataCache metadata) {
        this.hosted = hosted;
        this.metadata = metadata;
    }

    /**
     * A replica, or why there is none.
     *
     * @param replica null on error
     * @param error none where it was found
     */
    record Found(@Nullable HostedPartition replica, ErrorCode error) {}

    /** By the topic's name. */
    Found find(String topic, int partition) {
        return find(metadata.current().topic(topic), partition, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    /** By the topic's id. */
    Found find(Uuid topicId, int partition) {
        return find(metadata.current().topic(idOf(topicId)), partition, ErrorCode.UNKNOWN_TOPIC_ID);
    }

    /** By id, unless it is not given: by name. */
    Found find(String topic, Uuid topicId, int partition) {
        return topicId.equals(Uuid.ZERO_UUID) ? find(topic, partition) : find(topicId, partition);
    }

    private Found find(Optional<TopicInfo> topic, int partition, ErrorCode unknownTopic) {
        if (topic.isEmpty()) {
            return new Found(null, unknownTopic);
        }
        TopicInfo info = topic.get();
        if (partition < 0 || partition >= info.partitions().size()) {
            return new Found(null, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
        }
        Optional<HostedPartition> replica = hosted.get(new TopicPartition(info.name(), partition));
        if (replica.isEmpty() || !replica.get().topicId().equals(info.id())) {
            return new Found(null, ErrorCode.NOT_LEADER_OR_FOLLOWER);
        }
        return new Found(replica.get(), ErrorCode.NONE);
    }

    static TopicId idOf(Uuid id) {
        return new TopicId(new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits()));
    }

    /**
     * Whether the replica may serve a client that believes in this leader epoch.
     *
     * @param currentLeaderEpoch the client's, -1 where it has none (KIP-320)
     */
    static ErrorCode serves(PartitionView view, int currentLeaderEpoch) {
        int ours = view.info().leaderEpoch();
        if (currentLeaderEpoch >= 0 && currentLeaderEpoch != ours) {
            return currentLeaderEpoch < ours ? ErrorCode.FENCED_LEADER_EPOCH : ErrorCode.UNKNOWN_LEADER_EPOCH;
        }
        return switch (view.role()) {
            case LEADER -> view.log() == null ? ErrorCode.NOT_LEADER_OR_FOLLOWER : ErrorCode.NONE;
            case FOLLOWER -> ErrorCode.NOT_LEADER_OR_FOLLOWER;
            case OFFLINE -> view.reason() == null ? ErrorCode.NOT_LEADER_OR_FOLLOWER : ErrorCode.KAFKA_STORAGE_ERROR;
        };
    }
}
