package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ConfigChange;
import dev.troupe.protocol.controller.ConfigResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.IncrementalAlterConfigsRequestData;
import org.apache.kafka.common.message.IncrementalAlterConfigsRequestData.AlterConfigsResource;
import org.apache.kafka.common.message.IncrementalAlterConfigsRequestData.AlterableConfig;
import org.apache.kafka.common.message.IncrementalAlterConfigsResponseData;
import org.apache.kafka.common.message.IncrementalAlterConfigsResponseData.AlterConfigsResourceResponse;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;

/**
 * IncrementalAlterConfigs, versions 0 and 1: sets, deletes, appends to and subtracts from single configs of topics and brokers
 * (KIP-339). Each resource has its own outcome; all steps on one are done, or none.
 */
public final class IncrementalAlterConfigsHandler
        implements ApiHandler<IncrementalAlterConfigsRequestData, IncrementalAlterConfigsResponseData> {
    private static final ConfigChange.Kind[] KINDS = {
        ConfigChange.Kind.SET, ConfigChange.Kind.DELETE, ConfigChange.Kind.APPEND, ConfigChange.Kind.SUBTRACT
    };

    private final ConfigChanges changes;

    public IncrementalAlterConfigsHandler(ConfigChanges changes) {
        this.changes = changes;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.INCREMENTAL_ALTER_CONFIGS;
    }

    @Override
    public CompletionStage<IncrementalAlterConfigsResponseData> handle(
            RequestContext context, IncrementalAlterConfigsRequestData request) {
        IncrementalAlterConfigsResponseData response = new IncrementalAlterConfigsResponseData();
        List<ConfigChange> wanted = new ArrayList<>();
        for (AlterConfigsResource resource : request.resources()) {
            Optional<ConfigResource> known = ConfigResources.fromWire(resource.resourceType(), resource.resourceName());
            Optional<String> problem = problem(resource);
            if (known.isEmpty() || problem.isPresent()) {
                String message =
                        problem.orElse("Resources of type " + resource.resourceType() + " have no configs here");
                response.responses()
                        .add(outcome(
                                resource.resourceType(), resource.resourceName(), ErrorCode.INVALID_REQUEST, message));
            } else {
                wanted.add(new ConfigChange(known.get(), steps(resource)));
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

    private static Optional<String> problem(AlterConfigsResource resource) {
        long distinct = resource.configs().stream()
                .map(AlterableConfig::name)
                .distinct()
                .count();
        if (distinct < resource.configs().size()) {
            return Optional.of("A config stands twice in the request");
        }
        return resource.configs().stream()
                .flatMap(config -> problem(config).stream())
                .findFirst();
    }

    private static Optional<String> problem(AlterableConfig config) {
        if (config.configOperation() < 0 || config.configOperation() >= KINDS.length) {
            return Optional.of("Unknown operation " + config.configOperation() + " on " + config.name());
        }
        return config.value() == null && KINDS[config.configOperation()] != ConfigChange.Kind.DELETE
                ? Optional.of("Null value not supported for " + config.name())
                : Optional.empty();
    }

    private static List<ConfigChange.Op> steps(AlterConfigsResource resource) {
        return resource.configs().stream()
                .map(config -> new ConfigChange.Op(KINDS[config.configOperation()], config.name(), config.value()))
                .toList();
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
