package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.ApiRegistry;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.ClusterImage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersion;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersionCollection;
import org.apache.kafka.common.message.ApiVersionsResponseData.FinalizedFeatureKey;
import org.apache.kafka.common.message.ApiVersionsResponseData.FinalizedFeatureKeyCollection;
import org.apache.kafka.common.message.ApiVersionsResponseData.SupportedFeatureKey;
import org.apache.kafka.common.message.ApiVersionsResponseData.SupportedFeatureKeyCollection;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * ApiVersions, versions 0 to 5: which requests are served in which versions, computed from the handlers (K2).
 *
 * <ul>
 *   <li>1: throttle time. 3: name and version of the client's software (KIP-511), features (KIP-584).
 *   <li>5: the cluster and node that the client believes to talk to; it is told to bootstrap anew where that is wrong.
 *   <li>An unknown version is answered in version 0 with [UNSUPPORTED_VERSION] and all the same ranges.
 *   <li>Produce is advertised from version 0, as Kafka does: librdkafka's older versions stop compressing otherwise.
 * </ul>
 */
public final class ApiVersionsHandler implements ApiHandler<ApiVersionsRequestData, ApiVersionsResponseData> {
    private static final Pattern SOFTWARE = Pattern.compile("[a-zA-Z0-9](?:[a-zA-Z0-9\\-.]*[a-zA-Z0-9])?");
    private static final short FIRST_WITH_SOFTWARE = 3;

    /** The feature that tells a cluster's level; clients and tools of Kafka look for it. Numbers are those of Kafka 3.3 and 4.0. */
    private static final String METADATA_VERSION = "metadata.version";

    private static final short OLDEST_LEVEL = 7;
    private static final short LEVEL = 25;

    private final List<ApiVersion> ranges = new ArrayList<>();
    private final int nodeId;
    private final MetadataCache metadata;

    private ApiVersionsHandler(Collection<? extends ApiHandler<?, ?>> others, int nodeId, MetadataCache metadata) {
        this.nodeId = nodeId;
        this.metadata = metadata;
        others.forEach(handler -> ranges.add(range(handler)));
        ranges.add(range(this));
    }

    /** The registry of those handlers and this one. */
    public static ApiRegistry registry(
            Collection<? extends ApiHandler<?, ?>> others, int nodeId, MetadataCache metadata) {
        ApiVersionsHandler apiVersions = new ApiVersionsHandler(others, nodeId, metadata);
        List<ApiHandler<?, ?>> all = new ArrayList<>(others);
        all.add(apiVersions);
        return new ApiRegistry(all, apiVersions.new UnknownVersion());
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.API_VERSIONS;
    }

    @Override
    public CompletionStage<ApiVersionsResponseData> handle(RequestContext context, ApiVersionsRequestData request) {
        ErrorCode error = check(context.version(), request);
        if (error != ErrorCode.NONE) {
            return CompletableFuture.completedFuture(new ApiVersionsResponseData().setErrorCode(error.code()));
        }
        return CompletableFuture.completedFuture(new ApiVersionsResponseData()
                .setApiKeys(ranges())
                .setSupportedFeatures(supported())
                .setFinalizedFeatures(finalized())
                .setFinalizedFeaturesEpoch(metadata.current().version()));
    }

    private ErrorCode check(short version, ApiVersionsRequestData request) {
        if (version >= FIRST_WITH_SOFTWARE
                && !(SOFTWARE.matcher(request.clientSoftwareName()).matches()
                        && SOFTWARE.matcher(request.clientSoftwareVersion()).matches())) {
            return ErrorCode.INVALID_REQUEST;
        }
        ClusterImage image = metadata.current();
        boolean elsewhere = request.clusterId() != null && !request.clusterId().equals(image.clusterId());
        return elsewhere || (request.nodeId() >= 0 && request.nodeId() != nodeId)
                ? ErrorCode.REBOOTSTRAP_REQUIRED
                : ErrorCode.NONE;
    }

    private static ApiVersion range(ApiHandler<?, ?> handler) {
        return new ApiVersion()
                .setApiKey(handler.key().id)
                .setMinVersion(handler.key() == ApiKeys.PRODUCE ? 0 : handler.oldest())
                .setMaxVersion(handler.newest());
    }

    private ApiVersionCollection ranges() {
        ApiVersionCollection collection = new ApiVersionCollection(ranges.size());
        ranges.forEach(range -> collection.add(range.duplicate()));
        return collection;
    }

    private static SupportedFeatureKeyCollection supported() {
        SupportedFeatureKeyCollection features = new SupportedFeatureKeyCollection();
        features.add(new SupportedFeatureKey()
                .setName(METADATA_VERSION)
                .setMinVersion(OLDEST_LEVEL)
                .setMaxVersion(LEVEL));
        return features;
    }

    private static FinalizedFeatureKeyCollection finalized() {
        FinalizedFeatureKeyCollection features = new FinalizedFeatureKeyCollection();
        features.add(new FinalizedFeatureKey()
                .setName(METADATA_VERSION)
                .setMinVersionLevel(LEVEL)
                .setMaxVersionLevel(LEVEL));
        return features;
    }

    /** Answers a request of a version that is not known: in version 0. */
    private final class UnknownVersion implements ApiHandler<ApiVersionsRequestData, ApiVersionsResponseData> {
        @Override
        public ApiKeys key() {
            return ApiKeys.API_VERSIONS;
        }

        @Override
        public CompletionStage<ApiVersionsResponseData> handle(RequestContext context, ApiVersionsRequestData request) {
            return CompletableFuture.completedFuture(new ApiVersionsResponseData()
                    .setErrorCode(ErrorCode.UNSUPPORTED_VERSION.code())
                    .setApiKeys(ranges()));
        }
    }
}
