package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicNames;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.InternalTopics;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseBroker;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponsePartition;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopicCollection;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Metadata, versions 0 to 13: brokers and topics as this broker's image shows them at this moment; it never waits (K5).
 *
 * <ul>
 *   <li>0: an empty list is all topics; from 1 on null is, and an empty list is none. 4: the client may forbid auto-creation.
 *   <li>5: offline replicas. 7: leader epochs. 8: authorized operations, of the cluster until 10.
 *   <li>10: topic ids are told; from 12 on topics can be asked for by id.
 * </ul>
 */
public final class MetadataHandler implements ApiHandler<MetadataRequestData, MetadataResponseData> {
    private static final short FIRST_BY_ID = 12;

    private final MetadataCache metadata;
    private final AutoCreation autoCreation;

    public MetadataHandler(MetadataCache metadata, AutoCreation autoCreation) {
        this.metadata = metadata;
        this.autoCreation = autoCreation;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.METADATA;
    }

    @Override
    public CompletionStage<MetadataResponseData> handle(RequestContext context, MetadataRequestData request) {
        ClusterImage image = metadata.current();
        PartitionStates states = new PartitionStates(image, context.listener());
        MetadataResponseData response = new MetadataResponseData()
                .setClusterId(image.clusterId())
                .setControllerId(states.isListed(image.controllerId()) ? image.controllerId() : -1)
                .setTopics(topics(context, request, image, states))
                .setClusterAuthorizedOperations(
                        request.includeClusterAuthorizedOperations()
                                ? AuthorizedOperations.CLUSTER
                                : AuthorizedOperations.NOT_ASKED);
        states.brokers()
                .forEach(broker -> response.brokers()
                        .add(new MetadataResponseBroker()
                                .setNodeId(broker.id())
                                .setHost(broker.host())
                                .setPort(broker.port())
                                .setRack(broker.rack())));
        return CompletableFuture.completedFuture(response);
    }

    private MetadataResponseTopicCollection topics(
            RequestContext context, MetadataRequestData request, ClusterImage image, PartitionStates states) {
        MetadataResponseTopicCollection topics = new MetadataResponseTopicCollection();
        for (MetadataResponseTopic topic : asked(context, request, image, states)) {
            if (request.includeTopicAuthorizedOperations() && topic.errorCode() == ErrorCode.NONE.code()) {
                topic.setTopicAuthorizedOperations(AuthorizedOperations.TOPIC);
            }
            topics.add(topic);
        }
        return topics;
    }

    private List<MetadataResponseTopic> asked(
            RequestContext context, MetadataRequestData request, ClusterImage image, PartitionStates states) {
        boolean all = request.topics() == null
                || (context.version() == 0 && request.topics().isEmpty());
        List<MetadataResponseTopic> topics = new ArrayList<>();
        if (all) {
            image.topics().values().forEach(topic -> topics.add(known(context, topic, states)));
            return topics;
        }
        request.topics().stream().distinct().forEach(asked -> topics.add(one(context, request, asked, image, states)));
        return topics;
    }

    private MetadataResponseTopic one(
            RequestContext context,
            MetadataRequestData request,
            MetadataRequestTopic asked,
            ClusterImage image,
            PartitionStates states) {
        if (asked.name() == null || !asked.topicId().equals(Uuid.ZERO_UUID)) {
            return byId(context, asked, image, states);
        }
        Optional<TopicInfo> topic = image.topic(asked.name());
        if (topic.isPresent()) {
            return known(context, topic.get(), states);
        }
        if (TopicNames.problem(asked.name()).isPresent()) {
            return unknown(asked, ErrorCode.INVALID_TOPIC_EXCEPTION);
        }
        if (request.allowAutoTopicCreation() && !InternalTopics.contains(asked.name())) {
            autoCreation.create(asked.name(), context.requester());
        }
        return unknown(asked, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
    }

    private static MetadataResponseTopic byId(
            RequestContext context, MetadataRequestTopic asked, ClusterImage image, PartitionStates states) {
        if (context.version() < FIRST_BY_ID) {
            return unknown(asked, ErrorCode.INVALID_REQUEST);
        }
        return image.topic(WireIds.fromWire(asked.topicId()))
                .map(topic -> known(context, topic, states))
                .orElseGet(() -> unknown(asked, ErrorCode.UNKNOWN_TOPIC_ID).setName(null));
    }

    private static MetadataResponseTopic unknown(MetadataRequestTopic asked, ErrorCode error) {
        return new MetadataResponseTopic()
                .setErrorCode(error.code())
                .setName(asked.name())
                .setTopicId(asked.topicId())
                .setIsInternal(asked.name() != null && InternalTopics.contains(asked.name()));
    }

    private static MetadataResponseTopic known(RequestContext context, TopicInfo topic, PartitionStates states) {
        List<MetadataResponsePartition> partitions =
                new ArrayList<>(topic.partitions().size());
        topic.partitions().forEach(info -> {
            PartitionStates.State state = states.of(info);
            partitions.add(new MetadataResponsePartition()
                    .setErrorCode(state.error(context.version() == 0).code())
                    .setPartitionIndex(info.partition())
                    .setLeaderId(state.leader())
                    .setLeaderEpoch(info.leaderEpoch())
                    .setReplicaNodes(context.version() == 0 ? state.online() : info.replicas())
                    .setIsrNodes(info.isr())
                    .setOfflineReplicas(state.offline()));
        });
        return new MetadataResponseTopic()
                .setName(topic.name())
                .setTopicId(WireIds.toWire(topic.id()))
                .setIsInternal(topic.internal())
                .setPartitions(partitions);
    }
}
