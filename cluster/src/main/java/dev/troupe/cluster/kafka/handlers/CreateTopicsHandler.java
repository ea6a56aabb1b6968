package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.config.ConfigKey;
import dev.troupe.protocol.config.ConfigValue;
import dev.troupe.protocol.config.TopicConfigs;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.NewTopic;
import dev.troupe.protocol.controller.TopicResult;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsResponseData;
import org.apache.kafka.common.message.CreateTopicsResponseData.CreatableTopicConfigs;
import org.apache.kafka.common.message.CreateTopicsResponseData.CreatableTopicResult;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;

/**
 * CreateTopics, versions 2 to 7. Each topic has its own outcome (KIP-4).
 *
 * <ul>
 *   <li>4: partitions and replication factor may be left to the broker (KIP-464).
 *   <li>5: the answer tells partitions, replication factor and configs (KIP-525). 7: and the topic's id.
 * </ul>
 */
public final class CreateTopicsHandler implements ApiHandler<CreateTopicsRequestData, CreateTopicsResponseData> {
    private final ControllerClient controller;
    private final LocalConfigs configs;

    public CreateTopicsHandler(ControllerClient controller, LocalConfigs configs) {
        this.controller = controller;
        this.configs = configs;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.CREATE_TOPICS;
    }

    @Override
    public CompletionStage<CreateTopicsResponseData> handle(RequestContext context, CreateTopicsRequestData request) {
        Set<String> names = new HashSet<>();
        Set<String> twice = request.topics().stream()
                .map(CreatableTopic::name)
                .filter(name -> !names.add(name))
                .collect(Collectors.toSet());
        List<NewTopic> topics = request.topics().stream()
                .filter(topic -> !twice.contains(topic.name()))
                .map(CreateTopicsHandler::toCreate)
                .toList();
        CreateTopicsResponseData response = new CreateTopicsResponseData();
        twice.forEach(name ->
                response.topics().add(failed(name, ErrorCode.INVALID_REQUEST, "Duplicate topic name in the request")));
        if (topics.isEmpty()) {
            return CompletableFuture.completedFuture(response);
        }
        return controller.<TopicResults, CreateTopicsResponseData>ask(
                request.timeoutMs(),
                replyTo -> new ControllerCommand.CreateTopics(
                        context.requester(), topics, request.validateOnly(), replyTo),
                results -> {
                    results.results().forEach(result -> response.topics().add(outcome(result)));
                    return response;
                },
                timeout -> {
                    topics.forEach(topic -> response.topics()
                            .add(failed(topic.name(), ErrorCode.REQUEST_TIMED_OUT, ControllerClient.NO_ANSWER)));
                    return response;
                });
    }

    private static NewTopic toCreate(CreatableTopic topic) {
        Map<Integer, List<Integer>> assignments = new HashMap<>();
        topic.assignments().forEach(assignment -> assignments.put(assignment.partitionIndex(), assignment.brokerIds()));
        Map<String, @Nullable String> values = new HashMap<>();
        topic.configs().forEach(config -> values.put(config.name(), config.value()));
        return new NewTopic(topic.name(), topic.numPartitions(), topic.replicationFactor(), assignments, values);
    }

    private CreatableTopicResult outcome(TopicResult result) {
        TopicInfo info = result.info();
        String name = result.topic().name();
        if (info == null || result.error() != ErrorCode.NONE) {
            return failed(name == null ? "" : name, result.error(), result.message());
        }
        return new CreatableTopicResult()
                .setName(info.name())
                .setTopicId(WireIds.toWire(info.id()))
                .setNumPartitions(info.partitions().size())
                .setReplicationFactor(
                        (short) info.partitions().getFirst().replicas().size())
                .setConfigs(configsOf(info));
    }

    private static CreatableTopicResult failed(String name, ErrorCode error, @Nullable String message) {
        return new CreatableTopicResult()
                .setName(name)
                .setErrorCode(error.code())
                .setErrorMessage(message);
    }

    private List<CreatableTopicConfigs> configsOf(TopicInfo info) {
        return TopicConfigs.all().stream()
                .map(ConfigKey::name)
                .map(name -> {
                    ConfigValue value = configs.ofTopic(name, info.configs());
                    return new CreatableTopicConfigs()
                            .setName(name)
                            .setValue(value.value())
                            .setConfigSource(value.source().wireId());
                })
                .toList();
    }
}
