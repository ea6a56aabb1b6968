package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.ClusterImage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.DescribeClusterRequestData;
import org.apache.kafka.common.message.DescribeClusterResponseData;
import org.apache.kafka.common.message.DescribeClusterResponseData.DescribeClusterBroker;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * DescribeCluster, versions 0 to 2: the cluster's id, its live brokers and its controller.
 *
 * <ul>
 *   <li>1: the client says what it takes this endpoint for; this is a broker's (KIP-919).
 *   <li>2: fenced brokers on request (KIP-1073); there are none: who is not live is not registered.
 * </ul>
 */
public final class DescribeClusterHandler
        implements ApiHandler<DescribeClusterRequestData, DescribeClusterResponseData> {
    private static final byte BROKERS = 1;
    private static final byte CONTROLLERS = 2;

    private final MetadataCache metadata;

    public DescribeClusterHandler(MetadataCache metadata) {
        this.metadata = metadata;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.DESCRIBE_CLUSTER;
    }

    @Override
    public CompletionStage<DescribeClusterResponseData> handle(
            RequestContext context, DescribeClusterRequestData request) {
        return CompletableFuture.completedFuture(
                switch (request.endpointType()) {
                    case BROKERS -> describe(context, request);
                    case CONTROLLERS ->
                        failed(
                                ErrorCode.MISMATCHED_ENDPOINT_TYPE,
                                "This is the endpoint of a broker, not of a controller");
                    default ->
                        failed(ErrorCode.UNSUPPORTED_ENDPOINT_TYPE, "Unknown endpoint type " + request.endpointType());
                });
    }

    private DescribeClusterResponseData describe(RequestContext context, DescribeClusterRequestData request) {
        ClusterImage image = metadata.current();
        PartitionStates states = new PartitionStates(image, context.listener());
        DescribeClusterResponseData response = new DescribeClusterResponseData()
                .setClusterId(image.clusterId())
                .setControllerId(states.isListed(image.controllerId()) ? image.controllerId() : -1)
                .setClusterAuthorizedOperations(
                        request.includeClusterAuthorizedOperations()
                                ? AuthorizedOperations.CLUSTER
                                : AuthorizedOperations.NOT_ASKED);
        states.brokers()
                .forEach(broker -> response.brokers()
                        .add(new DescribeClusterBroker()
                                .setBrokerId(broker.id())
                                .setHost(broker.host())
                                .setPort(broker.port())
                                .setRack(broker.rack())));
        return response;
    }

    private static DescribeClusterResponseData failed(ErrorCode error, String message) {
        return new DescribeClusterResponseData().setErrorCode(error.code()).setErrorMessage(message);
    }
}
