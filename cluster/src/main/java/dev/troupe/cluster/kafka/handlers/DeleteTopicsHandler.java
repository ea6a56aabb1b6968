package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.TopicResults;
import dev.troupe.protocol.controller.TopicRef;
import dev.troupe.protocol.controller.TopicResult;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.DeleteTopicsRequestData;
import org.apache.kafka.common.message.DeleteTopicsRequestData.DeleteTopicState;
import org.apache.kafka.common.message.DeleteTopicsResponseData;
import org.apache.kafka.common.message.DeleteTopicsResponseData.DeletableTopicResult;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;

/**
 * DeleteTopics, versions 1 to 6. Each topic has its own outcome; a deleted one is gone from metadata when it is told (R2).
 *
 * <ul>
 *   <li>3: [TOPIC_DELETION_DISABLED] exists, before that it is [INVALID_REQUEST]. 5: error messages.
 *   <li>6: topics are named or given by id (KIP-516).
 * </ul>
 */
public final class DeleteTopicsHandler implements ApiHandler<DeleteTopicsRequestData, DeleteTopicsResponseData> {
    private static final short FIRST_BY_ID = 6;
    private static final short FIRST_WITH_DISABLED = 3;

    private final ControllerClient controller;
    private final boolean enabled;

    /**
     * @param enabled the broker's {@code delete.topic.enable}
     */
    public DeleteTopicsHandler(ControllerClient controller, boolean enabled) {
        this.controller = controller;
        this.enabled = enabled;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.DELETE_TOPICS;
    }

    @Override
    public CompletionStage<DeleteTopicsResponseData> handle(RequestContext context, DeleteTopicsRequestData request) {
        DeleteTopicsResponseData response = new DeleteTopicsResponseData();
        List<TopicRef> topics = new ArrayList<>();
        Set<DeleteTopicState> seen = new HashSet<>();
        for (DeleteTopicState asked : asked(context, request)) {
            if ((asked.name() == null) == asked.topicId().equals(Uuid.ZERO_UUID) || !seen.add(asked)) {
                response.responses()
                        .add(failed(asked, ErrorCode.INVALID_REQUEST, "A topic is named or has an id, and only once"));
            } else if (!enabled) {
                response.responses().add(failed(asked, disabled(context), "Topic deletion is disabled"));
            } else {
                topics.add(
                        asked.name() != null
                                ? new TopicRef(asked.name(), null)
                                : new TopicRef(null, WireIds.fromWire(asked.topicId())));
            }
        }
        return topics.isEmpty()
                ? CompletableFuture.completedFuture(response)
                : delete(context, request, topics, response);
    }

    private CompletionStage<DeleteTopicsResponseData> delete(
            RequestContext context,
            DeleteTopicsRequestData request,
            List<TopicRef> topics,
            DeleteTopicsResponseData response) {
        return controller.<TopicResults, DeleteTopicsResponseData>ask(
                request.timeoutMs(),
                replyTo -> new ControllerCommand.DeleteTopics(context.requester(), topics, replyTo),
                results -> {
                    results.results().forEach(result -> response.responses().add(outcome(result)));
                    return response;
                },
                timeout -> {
                    topics.forEach(topic -> response.responses()
                            .add(outcome(new TopicResult(
                                    topic, ErrorCode.REQUEST_TIMED_OUT, ControllerClient.NO_ANSWER, null))));
                    return response;
                });
    }

    private static List<DeleteTopicState> asked(RequestContext context, DeleteTopicsRequestData request) {
        return context.version() >= FIRST_BY_ID
                ? request.topics()
                : request.topicNames().stream()
                        .map(name -> new DeleteTopicState().setName(name))
                        .toList();
    }

    private static ErrorCode disabled(RequestContext context) {
        return context.version() >= FIRST_WITH_DISABLED ? ErrorCode.TOPIC_DELETION_DISABLED : ErrorCode.INVALID_REQUEST;
    }

    private static DeletableTopicResult failed(DeleteTopicState asked, ErrorCode error, String message) {
        return new DeletableTopicResult()
                .setName(asked.name())
                .setTopicId(asked.topicId())
                .setErrorCode(error.code())
                .setErrorMessage(message);
    }

    private static DeletableTopicResult outcome(TopicResult result) {
        TopicInfo deleted = result.info();
        String name = deleted == null ? result.topic().name() : deleted.name();
        TopicId id = deleted == null ? result.topic().id() : deleted.id();
        return new DeletableTopicResult()
                .setName(name)
                .setTopicId(wireId(id))
                .setErrorCode(result.error().code())
                .setErrorMessage(result.message());
    }

    private static Uuid wireId(@Nullable TopicId id) {
        return id == null ? Uuid.ZERO_UUID : WireIds.toWire(id);
    }
}
