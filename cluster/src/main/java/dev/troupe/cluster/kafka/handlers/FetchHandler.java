package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.cluster.kafka.handlers.FetchScope.Gathered;
import dev.troupe.cluster.kafka.handlers.FetchScope.Part;
import dev.troupe.protocol.ErrorCode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.FetchResponseData.FetchableTopicResponse;
import org.apache.kafka.common.message.FetchResponseData.LeaderIdAndEpoch;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * Fetch, v4 to v18 (L3, L5, L11).
 *
 * <p>v7 has fetch sessions (KIP-227). v9 has the client's leader epoch (KIP-320). v12 has the epoch of what it fetched last, so
 * that it learns of a truncation (KIP-595), and names the current leader. v13 has topic ids in place of names. v15 and v17 say
 * of replicas what no client sends; replicas of Troupe do not fetch by this way. v16 has the leader's address (KIP-951).
 *
 * <p>Records are not read here: the response holds regions of segment files.
 */
public final class FetchHandler implements ApiHandler<FetchRequestData, FetchResponseData> {
    /** From these versions on an answer can tell who leads, and where that broker is (KIP-951). */
    private static final short FIRST_WITH_LEADER = 12;

    private static final short FIRST_WITH_ENDPOINTS = 16;

    private static final short FIRST_BY_TOPIC_ID = 13;
    private static final byte READ_COMMITTED = 1;

    private final LeaderHints hints;
    private final FetchSessions sessions;
    private final FetchSettings settings;
    private final FetchRuntime runtime;

    /**
     * @param files where partitions are looked into, if that may read from disk
     * @param timer ends the waiting of fetches
     */
    public FetchHandler(
            PartitionLookup lookup,
            LeaderHints hints,
            FetchSessions sessions,
            FetchSettings settings,
            Executor files,
            FetchRuntime.Timer timer) {
        this.hints = hints;
        this.sessions = sessions;
        this.settings = settings;
        this.runtime = new FetchRuntime(new PartitionReader(lookup), files, timer);
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.FETCH;
    }

    @Override
    public CompletionStage<FetchResponseData> handle(RequestContext context, FetchRequestData request) {
        return switch (sessions.open(request, context.version() >= FIRST_BY_TOPIC_ID)) {
            case FetchSessions.Refused(ErrorCode error) ->
                CompletableFuture.completedFuture(new FetchResponseData().setErrorCode(error.code()));
            case FetchSessions.Open(FetchScope scope, boolean full) ->
                new FetchAttempt(
                                scope,
                                terms(request, scope, full),
                                runtime,
                                context.eventLoop(),
                                gathered -> response(scope, gathered, context))
                        .start();
        };
    }

    @Override
    public void abandoned(CompletionStage<FetchResponseData> answer) {
        answer.toCompletableFuture().complete(new FetchResponseData());
    }

    private FetchAttempt.Terms terms(FetchRequestData request, FetchScope scope, boolean full) {
        int maxBytes = Math.min(request.maxBytes(), settings.maxBytes());
        return new FetchAttempt.Terms(
                Math.min(request.minBytes(), maxBytes),
                maxBytes,
                scope.isEmpty() ? Duration.ZERO : Duration.ofMillis(request.maxWaitMs()),
                request.isolationLevel() == READ_COMMITTED,
                full);
    }

    private FetchResponseData response(FetchScope scope, Gathered gathered, RequestContext context) {
        FetchResponseData response = new FetchResponseData().setSessionId(scope.sessionId());
        Map<Object, FetchableTopicResponse> topics = new LinkedHashMap<>();
        for (Part part : gathered.parts()) {
            FetchedPartition.Key key = part.partition().key();
            Object topic = key.topicId().equals(Uuid.ZERO_UUID) ? key.topic() : key.topicId();
            topics.computeIfAbsent(topic, ignored -> topic(response, key))
                    .partitions()
                    .add(part.data());
            hint(response, key, part.data(), context);
        }
        return response;
    }

    private static FetchableTopicResponse topic(FetchResponseData response, FetchedPartition.Key key) {
        FetchableTopicResponse topic =
                new FetchableTopicResponse().setTopic(key.topic()).setTopicId(key.topicId());
        response.responses().add(topic);
        return topic;
    }

    private void hint(
            FetchResponseData response, FetchedPartition.Key key, PartitionData data, RequestContext context) {
        boolean elsewhere = data.errorCode() == ErrorCode.NOT_LEADER_OR_FOLLOWER.code()
                || data.errorCode() == ErrorCode.FENCED_LEADER_EPOCH.code();
        if (elsewhere && context.version() >= FIRST_WITH_LEADER) {
            hints.leader(key.topic(), key.topicId(), key.partition()).ifPresent(leader -> {
                data.setCurrentLeader(
                        new LeaderIdAndEpoch().setLeaderId(leader.leader()).setLeaderEpoch(leader.leaderEpoch()));
                if (context.version() >= FIRST_WITH_ENDPOINTS) {
                    hints.addEndpoint(response.nodeEndpoints(), leader.leader(), context.listener());
                }
            });
        }
    }
}
