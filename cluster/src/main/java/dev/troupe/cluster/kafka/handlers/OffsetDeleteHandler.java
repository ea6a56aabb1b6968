package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.group.GroupReply.DeletedOffsets;
import dev.troupe.actors.group.GroupRequest.DeleteOffsets;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.ClusterImage;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.OffsetDeleteRequestData;
import org.apache.kafka.common.message.OffsetDeleteRequestData.OffsetDeleteRequestPartition;
import org.apache.kafka.common.message.OffsetDeleteRequestData.OffsetDeleteRequestTopic;
import org.apache.kafka.common.message.OffsetDeleteResponseData;
import org.apache.kafka.common.message.OffsetDeleteResponseData.OffsetDeleteResponsePartition;
import org.apache.kafka.common.message.OffsetDeleteResponseData.OffsetDeleteResponseTopic;
import org.apache.kafka.common.protocol.ApiKeys;

/** OffsetDelete, version 0 (KIP-496, BEHAVIOUR G13). */
public final class OffsetDeleteHandler implements ApiHandler<OffsetDeleteRequestData, OffsetDeleteResponseData> {
    private final Groups groups;
    private final MetadataCache metadata;

    public OffsetDeleteHandler(Groups groups, MetadataCache metadata) {
        this.groups = groups;
        this.metadata = metadata;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.OFFSET_DELETE;
    }

    @Override
    public CompletionStage<OffsetDeleteResponseData> handle(RequestContext context, OffsetDeleteRequestData request) {
        ClusterImage image = metadata.current();
        Set<TopicPartition> existing = new HashSet<>();
        for (OffsetDeleteRequestTopic topic : request.topics()) {
            for (OffsetDeleteRequestPartition partition : topic.partitions()) {
                TopicPartition tp = new TopicPartition(topic.name(), partition.partitionIndex());
                image.partition(tp).ifPresent(info -> existing.add(tp));
            }
        }
        return groups.ask(request.groupId(), new DeleteOffsets(existing))
                .thenApply(deleted -> toResponse(request, deleted));
    }

    private static OffsetDeleteResponseData toResponse(OffsetDeleteRequestData request, DeletedOffsets deleted) {
        OffsetDeleteResponseData response = new OffsetDeleteResponseData();
        if (deleted.error() != ErrorCode.NONE) {
            return response.setErrorCode(deleted.error().code());
        }
        for (OffsetDeleteRequestTopic topic : request.topics()) {
            OffsetDeleteResponseTopic answered = new OffsetDeleteResponseTopic().setName(topic.name());
            for (OffsetDeleteRequestPartition partition : topic.partitions()) {
                ErrorCode error = deleted.partitions()
                        .getOrDefault(
                                new TopicPartition(topic.name(), partition.partitionIndex()),
                                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
                answered.partitions()
                        .add(new OffsetDeleteResponsePartition()
                                .setPartitionIndex(partition.partitionIndex())
                                .setErrorCode(error.code()));
            }
            response.topics().add(answered);
        }
        return response;
    }
}
