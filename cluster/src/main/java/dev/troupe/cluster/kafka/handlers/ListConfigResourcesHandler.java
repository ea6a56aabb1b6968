package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.ClusterImage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.apache.kafka.common.message.ListConfigResourcesRequestData;
import org.apache.kafka.common.message.ListConfigResourcesResponseData;
import org.apache.kafka.common.message.ListConfigResourcesResponseData.ConfigResource;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * ListConfigResources, versions 0 and 1: what configs can be set on (KIP-1142).
 *
 * <ul>
 *   <li>0: asks for client metrics only, of which there are none.
 *   <li>1: names the types wanted; none named is all.
 * </ul>
 */
public final class ListConfigResourcesHandler
        implements ApiHandler<ListConfigResourcesRequestData, ListConfigResourcesResponseData> {
    private static final byte BROKER_LOGGER = 8;
    private static final byte CLIENT_METRICS = 16;
    private static final byte GROUP = 32;
    private static final List<Byte> ALL =
            List.of(ConfigResources.TOPIC, ConfigResources.BROKER, BROKER_LOGGER, CLIENT_METRICS, GROUP);

    private final MetadataCache metadata;

    public ListConfigResourcesHandler(MetadataCache metadata) {
        this.metadata = metadata;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.LIST_CONFIG_RESOURCES;
    }

    @Override
    public CompletionStage<ListConfigResourcesResponseData> handle(
            RequestContext context, ListConfigResourcesRequestData request) {
        List<Byte> types = request.resourceTypes().isEmpty() ? ALL : request.resourceTypes();
        if (context.version() == 0) {
            types = List.of(CLIENT_METRICS);
        }
        ListConfigResourcesResponseData response = new ListConfigResourcesResponseData();
        if (!ALL.containsAll(types)) {
            return CompletableFuture.completedFuture(response.setErrorCode(ErrorCode.UNSUPPORTED_VERSION.code()));
        }
        ClusterImage image = metadata.current();
        return CompletableFuture.completedFuture(response.setConfigResources(
                types.stream().flatMap(type -> ofType(type, image)).toList()));
    }

    private static Stream<ConfigResource> ofType(byte type, ClusterImage image) {
        Stream<String> names = switch (type) {
            case ConfigResources.TOPIC -> image.topics().keySet().stream();
            case ConfigResources.BROKER -> image.brokers().keySet().stream().map(String::valueOf);
            default -> Stream.empty();
        };
        return names.map(name -> new ConfigResource().setResourceType(type).setResourceName(name));
    }
}
