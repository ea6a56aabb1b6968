package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicNames;
import dev.troupe.protocol.config.BrokerConfigs;
import dev.troupe.protocol.config.ConfigKey;
import dev.troupe.protocol.config.ConfigLayers;
import dev.troupe.protocol.config.ConfigSource;
import dev.troupe.protocol.config.ConfigValue;
import dev.troupe.protocol.config.TopicConfigs;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.DescribeConfigsRequestData;
import org.apache.kafka.common.message.DescribeConfigsRequestData.DescribeConfigsResource;
import org.apache.kafka.common.message.DescribeConfigsResponseData;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResourceResult;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResult;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsSynonym;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;

/**
 * DescribeConfigs, versions 1 to 4: configs of topics and of this broker, with their sources and synonyms (KIP-226).
 *
 * <ul>
 *   <li>A broker with the empty name is all of them: what was set for the whole cluster at run time.
 *   <li>3: types and documentation (KIP-569).
 * </ul>
 */
public final class DescribeConfigsHandler
        implements ApiHandler<DescribeConfigsRequestData, DescribeConfigsResponseData> {
    private final MetadataCache metadata;
    private final LocalConfigs configs;

    public DescribeConfigsHandler(MetadataCache metadata, LocalConfigs configs) {
        this.metadata = metadata;
        this.configs = configs;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.DESCRIBE_CONFIGS;
    }

    @Override
    public CompletionStage<DescribeConfigsResponseData> handle(
            RequestContext context, DescribeConfigsRequestData request) {
        return CompletableFuture.completedFuture(new DescribeConfigsResponseData()
                .setResults(request.resources().stream()
                        .map(resource -> describe(resource, request)
                                .setResourceType(resource.resourceType())
                                .setResourceName(resource.resourceName()))
                        .toList()));
    }

    private DescribeConfigsResult describe(DescribeConfigsResource resource, DescribeConfigsRequestData request) {
        return switch (resource.resourceType()) {
            case ConfigResources.TOPIC -> topic(resource, request);
            case ConfigResources.BROKER -> broker(resource, request);
            default ->
                failed(
                        ErrorCode.INVALID_REQUEST,
                        "Resources of type " + resource.resourceType() + " have no configs here");
        };
    }

    private DescribeConfigsResult topic(DescribeConfigsResource resource, DescribeConfigsRequestData request) {
        Optional<TopicInfo> topic = metadata.current().topic(resource.resourceName());
        if (topic.isEmpty()) {
            return TopicNames.problem(resource.resourceName())
                    .map(problem -> failed(ErrorCode.INVALID_TOPIC_EXCEPTION, problem))
                    .orElseGet(() -> failed(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, null));
        }
        Map<String, String> own = topic.get().configs();
        ConfigLayers layers = configs.layers();
        return new DescribeConfigsResult()
                .setConfigs(TopicConfigs.all().stream()
                        .filter(key -> isAsked(resource, key.name()))
                        .map(key -> entry(
                                key,
                                TopicConfigs.effective(key.name(), own, layers),
                                TopicConfigs.synonyms(key.name(), own, layers),
                                request))
                        .toList());
    }

    private DescribeConfigsResult broker(DescribeConfigsResource resource, DescribeConfigsRequestData request) {
        String name = resource.resourceName();
        if (!name.isEmpty() && !name.equals(Integer.toString(configs.nodeId()))) {
            return failed(
                    ErrorCode.INVALID_REQUEST,
                    "Unexpected broker id, expected " + configs.nodeId() + " or empty string, but received " + name);
        }
        ConfigLayers layers = name.isEmpty()
                ? new ConfigLayers(Map.of(), metadata.current().clusterConfigs(), Map.of())
                : configs.layers();
        return new DescribeConfigsResult()
                .setConfigs(BrokerConfigs.all().stream()
                        .filter(key -> isAsked(resource, key.name()))
                        .filter(key -> !name.isEmpty() || layers.cluster().containsKey(key.name()))
                        .map(key -> {
                            List<ConfigValue> synonyms = BrokerConfigs.synonyms(key.name(), layers);
                            String value = synonyms.isEmpty()
                                    ? null
                                    : synonyms.getFirst().value();
                            return entry(key, value, synonyms, request);
                        })
                        .toList());
    }

    private static boolean isAsked(DescribeConfigsResource resource, String name) {
        List<String> keys = resource.configurationKeys();
        return keys == null || keys.isEmpty() || keys.contains(name);
    }

    private static DescribeConfigsResourceResult entry(
            ConfigKey key, @Nullable String value, List<ConfigValue> synonyms, DescribeConfigsRequestData request) {
        ConfigSource source =
                synonyms.isEmpty() ? ConfigSource.DEFAULT : synonyms.getFirst().source();
        return new DescribeConfigsResourceResult()
                .setName(key.name())
                .setValue(value)
                .setReadOnly(!key.dynamic())
                .setConfigSource(source.wireId())
                .setConfigType(key.type().wireId())
                .setDocumentation(request.includeDocumentation() ? key.documentation() : null)
                .setSynonyms(request.includeSynonyms() ? synonyms(synonyms) : List.of());
    }

    private static List<DescribeConfigsSynonym> synonyms(List<ConfigValue> values) {
        return values.stream()
                .map(value -> new DescribeConfigsSynonym()
                        .setName(value.key())
                        .setValue(value.value())
                        .setSource(value.source().wireId()))
                .toList();
    }

    private static DescribeConfigsResult failed(ErrorCode error, @Nullable String message) {
        return new DescribeConfigsResult().setErrorCode(error.code()).setErrorMessage(message);
    }
}
