package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.NewPartitions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.CreatePartitionsRequestData;
import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsAssignment;
import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsTopic;
import org.apache.kafka.common.message.CreatePartitionsResponseData;
import org.apache.kafka.common.message.CreatePartitionsResponseData.CreatePartitionsTopicResult;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;

/** CreatePartitions, versions 0 to 3, which differ in nothing that matters here. Each topic has its own outcome (KIP-195). */
public final class CreatePartitionsHandler
        implements ApiHandler<CreatePartitionsRequestData, CreatePartitionsResponseData> {
    private final ControllerClient controller;

    public CreatePartitionsHandler(ControllerClient controller) {
        this.controller = controller;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.CREATE_PARTITIONS;
    }

    @Override
    public CompletionStage<CreatePartitionsResponseData> handle(
            RequestContext context, CreatePartitionsRequestData request) {
        CreatePartitionsResponseData response = new CreatePartitionsResponseData();
        List<NewPartitions> topics = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (CreatePartitionsTopic topic : request.topics()) {
            if (seen.add(topic.name())) {
                topics.add(new NewPartitions(topic.name(), topic.count(), assignments(topic.assignments())));
            } else {
                add(response, topic.name(), ErrorCode.INVALID_REQUEST, "Duplicate topic name in the request");
            }
        }
        if (topics.isEmpty()) {
            return CompletableFuture.completedFuture(response);
        }
        return controller.<TopicResults, CreatePartitionsResponseData>ask(
                request.timeoutMs(),
                replyTo -> new ControllerCommand.CreatePartitions(
                        context.requester(), topics, request.validateOnly(), replyTo),
                results -> {
                    results.results()
                            .forEach(result -> add(response, result.topic().name(), result.error(), result.message()));
                    return response;
                },
                timeout -> {
                    topics.forEach(topic ->
                            add(response, topic.topic(), ErrorCode.REQUEST_TIMED_OUT, ControllerClient.NO_ANSWER));
                    return response;
                });
    }

    private static List<List<Integer>> assignments(@Nullable List<CreatePartitionsAssignment> chosen) {
        return chosen == null
                ? List.of()
                : chosen.stream().map(CreatePartitionsAssignment::brokerIds).toList();
    }

    private static void add(
            CreatePartitionsResponseData response, @Nullable String topic, ErrorCode error, @Nullable String message) {
        response.results()
                .add(new CreatePartitionsTopicResult()
                        .setName(topic)
                        .setErrorCode(error.code())
                        .setErrorMessage(message));
    }
}
