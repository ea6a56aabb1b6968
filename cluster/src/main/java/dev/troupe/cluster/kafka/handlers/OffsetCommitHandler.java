package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.group.GroupReply.Committed;
import dev.troupe.actors.group.GroupRequest.Commit;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.TopicInfo;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestPartition;
import org.apache.kafka.common.message.OffsetCommitRequestData.OffsetCommitRequestTopic;
import org.apache.kafka.common.message.OffsetCommitResponseData;
import org.apache.kafka.common.message.OffsetCommitResponseData.OffsetCommitResponsePartition;
import org.apache.kafka.common.message.OffsetCommitResponseData.OffsetCommitResponseTopic;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * OffsetCommit, versions 2 to 10 (BEHAVIOUR G10). Partitions that do not exist are refused one by one, the others committed.
 *
 * <ul>
 *   <li>2 to 4: the client says how long the offsets live. 6: the leader epoch. 7: static members.
 *   <li>10: topics by id (KIP-848).
 * </ul>
 */
public final class OffsetCommitHandler implements ApiHandler<OffsetCommitRequestData, OffsetCommitResponseData> {
    private static final short BY_TOPIC_ID = 10;

    private final Groups groups;
    private final MetadataCache metadata;
    private final InstantSource clock;

    public OffsetCommitHandler(Groups groups, MetadataCache metadata, InstantSource clock) {
        this.groups = groups;
        this.metadata = metadata;
        this.clock = clock;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.OFFSET_COMMIT;
    }

    @Override
    public CompletionStage<OffsetCommitResponseData> handle(RequestContext context, OffsetCommitRequestData request) {
        ClusterImage image = metadata.current();
        boolean byId = context.version() >= BY_TOPIC_ID;
        Map<TopicPartition, CommittedOffset> offsets = new HashMap<>();
        long now = clock.millis();
        for (OffsetCommitRequestTopic topic : request.topics()) {
            find(image, topic, byId).ifPresent(info -> accept(info, topic, request.retentionTimeMs(), now, offsets));
        }
        Commit commit =
                new Commit(request.memberId(), request.groupInstanceId(), request.generationIdOrMemberEpoch(), offsets);
        CompletionStage<Committed> committed =
                offsets.isEmpty() && !request.topics().isEmpty()
                        ? CompletableFuture.completedFuture(commit.refused(ErrorCode.NONE))
                        : groups.ask(request.groupId(), commit);
        return committed.thenApply(result -> toResponse(image, request, byId, result));
    }

    private static Optional<TopicInfo> find(ClusterImage image, OffsetCommitRequestTopic topic, boolean byId) {
        return byId ? image.topic(WireIds.fromWire(topic.topicId())) : image.topic(topic.name());
    }

    private static void accept(
            TopicInfo info,
            OffsetCommitRequestTopic topic,
            long retentionMs,
            long now,
            Map<TopicPartition, CommittedOffset> offsets) {
        for (OffsetCommitRequestPartition partition : topic.partitions()) {
            if (exists(info, partition)) {
                String note = partition.committedMetadata();
                offsets.put(
                        new TopicPartition(info.name(), partition.partitionIndex()),
                        new CommittedOffset(
                                partition.committedOffset(),
                                partition.committedLeaderEpoch(),
                                note == null ? "" : note,
                                now,
                                retentionMs < 0 ? CommittedOffset.NONE : now + retentionMs,
                                info.id()));
            }
        }
    }

    private static boolean exists(TopicInfo info, OffsetCommitRequestPartition partition) {
        return partition.partitionIndex() >= 0
                && partition.partitionIndex() < info.partitions().size();
    }

    private static OffsetCommitResponseData toResponse(
            ClusterImage image, OffsetCommitRequestData request, boolean byId, Committed committed) {
        OffsetCommitResponseData response = new OffsetCommitResponseData();
        for (OffsetCommitRequestTopic topic : request.topics()) {
            Optional<TopicInfo> info = find(image, topic, byId);
            OffsetCommitResponseTopic answered =
                    new OffsetCommitResponseTopic().setName(topic.name()).setTopicId(topic.topicId());
            for (OffsetCommitRequestPartition partition : topic.partitions()) {
                answered.partitions()
                        .add(new OffsetCommitResponsePartition()
                                .setPartitionIndex(partition.partitionIndex())
                                .setErrorCode(
                                        error(info, partition, byId, committed).code()));
            }
            response.topics().add(answered);
        }
        return response;
    }

    private static ErrorCode error(
            Optional<TopicInfo> info, OffsetCommitRequestPartition partition, boolean byId, Committed committed) {
        if (info.isEmpty()) {
            return byId ? ErrorCode.UNKNOWN_TOPIC_ID : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
        }
        if (!exists(info.get(), partition)) {
            return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
        }
        TopicPartition tp = new TopicPartition(info.get().name(), partition.partitionIndex());
        return committed.tooLarge().contains(tp) ? ErrorCode.OFFSET_METADATA_TOO_LARGE : committed.error();
    }
}
