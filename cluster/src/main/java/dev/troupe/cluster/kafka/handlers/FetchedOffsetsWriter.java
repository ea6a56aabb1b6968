package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.group.GroupReply.FetchedOffsets;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.OffsetFetchRequestData;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestGroup;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestTopic;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestTopics;
import org.apache.kafka.common.message.OffsetFetchResponseData;
import org.apache.kafka.common.message.OffsetFetchResponseData.OffsetFetchResponseGroup;
import org.apache.kafka.common.message.OffsetFetchResponseData.OffsetFetchResponsePartition;
import org.apache.kafka.common.message.OffsetFetchResponseData.OffsetFetchResponsePartitions;
import org.apache.kafka.common.message.OffsetFetchResponseData.OffsetFetchResponseTopic;
import org.apache.kafka.common.message.OffsetFetchResponseData.OffsetFetchResponseTopics;
import org.jspecify.annotations.Nullable;

/** Writes a group's committed offsets as the versions of OffsetFetch want them. */
final class FetchedOffsetsWriter {
    private static final short TOP_LEVEL_ERROR = 2;
    private static final short BY_TOPIC_ID = 10;
    private static final CommittedOffset NO_OFFSET =
            new CommittedOffset(-1, CommittedOffset.NONE, "", -1, -1, TopicId.ZERO);

    private final ClusterImage image;
    private final boolean byId;

    FetchedOffsetsWriter(ClusterImage image, short version) {
        this.image = image;
        this.byId = version >= BY_TOPIC_ID;
    }

    /** The answer for one group before version 8. */
    static OffsetFetchResponseData single(OffsetFetchRequestData request, FetchedOffsets fetched, short version) {
        OffsetFetchResponseData response = new OffsetFetchResponseData();
        if (fetched.error() != ErrorCode.NONE && version >= TOP_LEVEL_ERROR) {
            return response.setErrorCode(fetched.error().code());
        }
        List<OffsetFetchRequestTopic> topics = request.topics() == null ? all(fetched) : request.topics();
        for (OffsetFetchRequestTopic topic : topics) {
            OffsetFetchResponseTopic answered = new OffsetFetchResponseTopic().setName(topic.name());
            for (int partition : topic.partitionIndexes()) {
                CommittedOffset offset = find(fetched, topic.name(), partition);
                answered.partitions()
                        .add(new OffsetFetchResponsePartition()
                                .setPartitionIndex(partition)
                                .setCommittedOffset(offset.offset())
                                .setCommittedLeaderEpoch(offset.leaderEpoch())
                                .setMetadata(offset.metadata())
                                .setErrorCode(fetched.error().code()));
            }
            response.topics().add(answered);
        }
        return response;
    }

    private static List<OffsetFetchRequestTopic> all(FetchedOffsets fetched) {
        List<OffsetFetchRequestTopic> topics = new ArrayList<>();
        byTopic(fetched)
                .forEach((name, partitions) ->
                        topics.add(new OffsetFetchRequestTopic().setName(name).setPartitionIndexes(partitions)));
        return topics;
    }

    private static Map<String, List<Integer>> byTopic(FetchedOffsets fetched) {
        Map<String, List<Integer>> partitions = new TreeMap<>();
        for (TopicPartition tp : fetched.offsets().keySet()) {
            partitions.computeIfAbsent(tp.topic(), name -> new ArrayList<>()).add(tp.partition());
        }
        partitions.values().forEach(list -> list.sort(null));
        return partitions;
    }

    private static CommittedOffset find(FetchedOffsets fetched, String topic, int partition) {
        return fetched.offsets().getOrDefault(new TopicPartition(topic, partition), NO_OFFSET);
    }

    /** The answer for one of the groups from version 8 on. */
    OffsetFetchResponseGroup group(OffsetFetchRequestGroup request, FetchedOffsets fetched) {
        OffsetFetchResponseGroup group = new OffsetFetchResponseGroup().setGroupId(request.groupId());
        if (fetched.error() != ErrorCode.NONE) {
            return group.setErrorCode(fetched.error().code());
        }
        if (request.topics() == null) {
            byTopic(fetched).forEach((name, partitions) -> addAll(group, name, partitions, fetched));
            return group;
        }
        for (OffsetFetchRequestTopics topic : request.topics()) {
            String name = byId
                    ? image.topic(WireIds.fromWire(topic.topicId()))
                            .map(TopicInfo::name)
                            .orElse(null)
                    : topic.name();
            group.topics().add(topic(name, topic.name(), topic.topicId(), topic.partitionIndexes(), fetched));
        }
        return group;
    }

    /** With ids only topics that exist can be told. */
    private void addAll(OffsetFetchResponseGroup group, String name, List<Integer> partitions, FetchedOffsets fetched) {
        Optional<TopicInfo> info = image.topic(name);
        if (byId && info.isEmpty()) {
            return;
        }
        Uuid id = info.map(topic -> WireIds.toWire(topic.id())).orElse(Uuid.ZERO_UUID);
        group.topics().add(topic(name, name, id, partitions, fetched));
    }

    private static OffsetFetchResponseTopics topic(
            @Nullable String name, String asked, Uuid id, List<Integer> partitions, FetchedOffsets fetched) {
        OffsetFetchResponseTopics topic =
                new OffsetFetchResponseTopics().setName(asked).setTopicId(id);
        for (int partition : partitions) {
            CommittedOffset offset = name == null ? NO_OFFSET : find(fetched, name, partition);
            ErrorCode error = name == null ? ErrorCode.UNKNOWN_TOPIC_ID : ErrorCode.NONE;
            topic.partitions()
                    .add(new OffsetFetchResponsePartitions()
                            .setPartitionIndex(partition)
                            .setCommittedOffset(offset.offset())
                            .setCommittedLeaderEpoch(offset.leaderEpoch())
                            .setMetadata(offset.metadata())
                            .setErrorCode(error.code()));
        }
        return topic;
    }
}
