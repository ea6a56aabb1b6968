package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ConfigChange;
import dev.troupe.protocol.controller.ConfigResource;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.AlterConfigsRequestData;
import org.apache.kafka.common.message.AlterConfigsRequestData.AlterConfigsResource;
import org.apache.kafka.common.message.AlterConfigsRequestData.AlterableConfig;
import org.apache.kafka.common.message.AlterConfigsResponseData;
import org.apache.kafka.common.message.AlterConfigsResponseData.AlterConfigsResourceResponse;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;

/**
 * AlterConfigs, versions 0 to 2, the elder of IncrementalAlterConfigs: what it names is set, and everything else that was set on
 * the resource is deleted, as this broker's metadata shows it.
 */
public final class AlterConfigsHandler implements ApiHandler<AlterConfigsRequestData, AlterConfigsResponseData> {
    private final MetadataCache metadata;
    private final ConfigChanges changes;

    public AlterConfigsHandler(MetadataCache metadata, ConfigChanges changes) {
        this.metadata = metadata;
        this.changes = changes;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.ALTER_CONFIGS;
    }

    @Override
    public CompletionStage<AlterConfigsResponseData> handle(RequestContext context, AlterConfigsRequestData request) {
        AlterConfigsResponseData response = new AlterConfigsResponseData();
        List<ConfigChange> wanted = new ArrayList<>();
        for (AlterConfigsResource resource : request.resources()) {
            Optional<ConfigResource> known = ConfigResources.fromWire(resource.resourceType(), resource.resourceName());
            boolean complete = resource.configs().stream().allMatch(config -> config.value() != null);
            if (known.isPresent() && complete) {
                wanted.add(new ConfigChange(known.get(), steps(known.get(), resource)));
            } else {
                String message = complete ? "Resources of this type have no configs here" : "Null value not supported";
                response.responses()
                        .add(outcome(
                                resource.resourceType(), resource.resourceName(), ErrorCode.INVALID_REQUEST, message));
            }
        }
        return changes.apply(context, wanted, request.validateOnly()).thenApply(results -> {
            results.forEach(result -> response.responses()
                    .add(outcome(
                            ConfigResources.toWire(result.resource().type()),
                            result.resource().name(),
                            result.error(),
                            result.message())));
            return response;
        });
    }

    private List<ConfigChange.Op> steps(ConfigResource resource, AlterConfigsResource wanted) {
        List<ConfigChange.Op> steps = new ArrayList<>();
        Set<String> gone = new HashSet<>(setOn(resource).keySet());
        for (AlterableConfig config : wanted.configs()) {
            gone.remove(config.name());
            steps.add(new ConfigChange.Op(ConfigChange.Kind.SET, config.name(), config.value()));
        }
        gone.forEach(name -> steps.add(new ConfigChange.Op(ConfigChange.Kind.DELETE, name, null)));
        return steps;
    }

    private Map<String, String> setOn(ConfigResource resource) {
        ClusterImage image = metadata.current();
        return switch (resource.type()) {
            case TOPIC -> image.topic(resource.name()).map(TopicInfo::configs).orElse(Map.of());
            case BROKER -> resource.name().isEmpty() ? image.clusterConfigs() : ofBroker(image, resource.name());
        };
    }

    private static Map<String, String> ofBroker(ClusterImage image, String name) {
        return image.brokerConfigs().entrySet().stream()
                .filter(entry -> entry.getKey().toString().equals(name))
                .findFirst()
                .<Map<String, String>>map(Map.Entry::getValue)
                .orElse(Map.of());
    }

    private static AlterConfigsResourceResponse outcome(
            byte type, String name, ErrorCode error, @Nullable String message) {
        return new AlterConfigsResourceResponse()
                .setResourceType(type)
                .setResourceName(name)
                .setErrorCode(error.code())
                .setErrorMessage(message);
    }
}
