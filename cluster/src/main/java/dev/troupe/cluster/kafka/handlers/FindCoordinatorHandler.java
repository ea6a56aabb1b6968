package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.BrokerInfo;
import dev.troupe.protocol.metadata.ClusterImage;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData.Coordinator;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * FindCoordinator, versions 0 to 6 (BEHAVIOUR G1).
 *
 * <ul>
 *   <li>1: the kind of coordinator, and words beside an error. 4: many keys (KIP-699).
 *   <li>6: share groups (KIP-932), which are not served, like transactions: there is no coordinator for them.
 * </ul>
 *
 * <p>The first question for a group creates {@code __consumer_offsets}; until that is led by somebody, clients are told to ask
 * again.
 */
public final class FindCoordinatorHandler
        implements ApiHandler<FindCoordinatorRequestData, FindCoordinatorResponseData> {
    private static final short MANY_KEYS = 4;
    private static final byte GROUP = 0;
    private static final byte TRANSACTION = 1;
    private static final byte SHARE = 2;

    private final MetadataCache metadata;
    private final Groups groups;
    private final InternalTopicCreation offsetsTopic;

    public FindCoordinatorHandler(MetadataCache metadata, Groups groups, InternalTopicCreation offsetsTopic) {
        this.metadata = metadata;
        this.groups = groups;
        this.offsetsTopic = offsetsTopic;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.FIND_COORDINATOR;
    }

    @Override
    public CompletionStage<FindCoordinatorResponseData> handle(
            RequestContext context, FindCoordinatorRequestData request) {
        FindCoordinatorResponseData response = new FindCoordinatorResponseData();
        if (context.version() >= MANY_KEYS) {
            request.coordinatorKeys()
                    .forEach(key -> response.coordinators().add(find(context, request.keyType(), key)));
        } else {
            Coordinator found = find(context, request.keyType(), request.key());
            response.setErrorCode(found.errorCode())
                    .setErrorMessage(found.errorMessage())
                    .setNodeId(found.nodeId())
                    .setHost(found.host())
                    .setPort(found.port());
        }
        return CompletableFuture.completedFuture(response);
    }

    private Coordinator find(RequestContext context, byte keyType, String key) {
        return switch (keyType) {
            case GROUP -> groupCoordinator(context, key);
            case TRANSACTION ->
                failed(key, ErrorCode.COORDINATOR_NOT_AVAILABLE, "Transactions are not served by this broker");
            case SHARE ->
                failed(key, ErrorCode.COORDINATOR_NOT_AVAILABLE, "Share groups are not served by this broker");
            default -> failed(key, ErrorCode.INVALID_REQUEST, "Unknown kind of coordinator " + keyType);
        };
    }

    private Coordinator groupCoordinator(RequestContext context, String groupId) {
        ClusterImage image = metadata.current();
        if (image.topic(Groups.OFFSETS_TOPIC).isEmpty()) {
            offsetsTopic.create(context.requester());
        }
        Optional<BrokerInfo> leader = image.partition(
                        new TopicPartition(Groups.OFFSETS_TOPIC, groups.partitionOf(groupId)))
                .map(partition -> image.brokers().get(partition.leader()));
        return leader.flatMap(broker -> endpoint(broker, context.listener())
                        .map(at -> new Coordinator()
                                .setKey(groupId)
                                .setNodeId(broker.id())
                                .setHost(at.host())
                                .setPort(at.port())))
                .orElseGet(() -> failed(
                        groupId, ErrorCode.COORDINATOR_NOT_AVAILABLE, "No broker leads the group's partition yet"));
    }

    private static Optional<Endpoint> endpoint(BrokerInfo broker, String listener) {
        return broker.endpoints().stream()
                .filter(at -> at.listener().equals(listener))
                .findFirst();
    }

    private static Coordinator failed(String key, ErrorCode error, String message) {
        return new Coordinator()
                .setKey(key)
                .setNodeId(-1)
                .setHost("")
                .setPort(-1)
                .setErrorCode(error.code())
                .setErrorMessage(message);
    }
}
