package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicNames;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.InternalTopics;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.DescribeTopicPartitionsRequestData;
import org.apache.kafka.common.message.DescribeTopicPartitionsRequestData.TopicRequest;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData.Cursor;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData.DescribeTopicPartitionsResponsePartition;
import org.apache.kafka.common.message.DescribeTopicPartitionsResponseData.DescribeTopicPartitionsResponseTopic;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * DescribeTopicPartitions, version 0: topics by name, in alphabetical order, a bounded number of partitions at a time and a
 * cursor to go on from (KIP-966). No topic named is all topics. Eligible leaders outside of the ISR are not tracked: none.
 */
public final class DescribeTopicPartitionsHandler
        implements ApiHandler<DescribeTopicPartitionsRequestData, DescribeTopicPartitionsResponseData> {
    private static final int MOST_PARTITIONS = 2_000;

    private final MetadataCache metadata;

    public DescribeTopicPartitionsHandler(MetadataCache metadata) {
        this.metadata = metadata;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.DESCRIBE_TOPIC_PARTITIONS;
    }

    @Override
    public CompletionStage<DescribeTopicPartitionsResponseData> handle(
            RequestContext context, DescribeTopicPartitionsRequestData request) {
        ClusterImage image = metadata.current();
        Page page = new Page(
                image,
                new PartitionStates(image, context.listener()),
                request,
                Math.clamp(request.responsePartitionLimit(), 1, MOST_PARTITIONS));
        return CompletableFuture.completedFuture(page.fill());
    }

    /** One response in the making. */
    private static final class Page {
        private final ClusterImage image;
        private final PartitionStates states;
        private final DescribeTopicPartitionsRequestData request;
        private final DescribeTopicPartitionsResponseData response = new DescribeTopicPartitionsResponseData();
        private int room;

        Page(ClusterImage image, PartitionStates states, DescribeTopicPartitionsRequestData request, int room) {
            this.image = image;
            this.states = states;
            this.request = request;
            this.room = room;
        }

        DescribeTopicPartitionsResponseData fill() {
            Iterator<String> names = names().iterator();
            while (names.hasNext() && response.nextCursor() == null) {
                String name = names.next();
                if (room == 0) {
                    response.setNextCursor(new Cursor().setTopicName(name));
                } else {
                    image.topic(name).ifPresentOrElse(this::add, () -> addUnknown(name));
                }
            }
            return response;
        }

        private NavigableSet<String> names() {
            NavigableSet<String> names = new TreeSet<>();
            if (request.topics().isEmpty()) {
                names.addAll(image.topics().keySet());
            } else {
                request.topics().stream().map(TopicRequest::name).forEach(names::add);
            }
            return request.cursor() == null
                    ? names
                    : names.tailSet(request.cursor().topicName(), true);
        }

        private int firstPartition(String topic) {
            return request.cursor() != null && request.cursor().topicName().equals(topic)
                    ? Math.max(0, request.cursor().partitionIndex())
                    : 0;
        }

        private void add(TopicInfo topic) {
            int all = topic.partitions().size();
            int from = Math.min(firstPartition(topic.name()), all);
            int to = Math.min(all, from + room);
            room -= to - from;
            response.topics()
                    .add(new DescribeTopicPartitionsResponseTopic()
                            .setName(topic.name())
                            .setTopicId(WireIds.toWire(topic.id()))
                            .setIsInternal(topic.internal())
                            .setTopicAuthorizedOperations(AuthorizedOperations.TOPIC)
                            .setPartitions(partitions(topic.partitions().subList(from, to))));
            if (to < all) {
                response.setNextCursor(new Cursor().setTopicName(topic.name()).setPartitionIndex(to));
            }
        }

        private void addUnknown(String name) {
            ErrorCode error = TopicNames.problem(name).isPresent()
                    ? ErrorCode.INVALID_TOPIC_EXCEPTION
                    : ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
            response.topics()
                    .add(new DescribeTopicPartitionsResponseTopic()
                            .setErrorCode(error.code())
                            .setName(name)
                            .setIsInternal(InternalTopics.contains(name)));
        }

        private List<DescribeTopicPartitionsResponsePartition> partitions(List<PartitionInfo> infos) {
            return infos.stream()
                    .map(info -> {
                        PartitionStates.State state = states.of(info);
                        return new DescribeTopicPartitionsResponsePartition()
                                .setErrorCode(state.error(false).code())
                                .setPartitionIndex(info.partition())
                                .setLeaderId(state.leader())
                                .setLeaderEpoch(info.leaderEpoch())
                                .setReplicaNodes(info.replicas())
                                .setIsrNodes(info.isr())
                                .setEligibleLeaderReplicas(List.of())
                                .setLastKnownElr(List.of())
                                .setOfflineReplicas(state.offline());
                    })
                    .toList();
        }
    }
}
