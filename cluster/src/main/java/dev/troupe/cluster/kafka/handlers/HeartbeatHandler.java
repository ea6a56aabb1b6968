package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.group.GroupRequest.Heartbeat;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.HeartbeatRequestData;
import org.apache.kafka.common.message.HeartbeatResponseData;
import org.apache.kafka.common.protocol.ApiKeys;

/** Heartbeat, versions 0 to 4 (BEHAVIOUR G6). Version 3 adds static members. */
public final class HeartbeatHandler implements ApiHandler<HeartbeatRequestData, HeartbeatResponseData> {
    private final Groups groups;

    public HeartbeatHandler(Groups groups) {
        this.groups = groups;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.HEARTBEAT;
    }

    @Override
    public CompletionStage<HeartbeatResponseData> handle(RequestContext context, HeartbeatRequestData request) {
        if (request.groupId().isEmpty()) {
            return CompletableFuture.completedFuture(response(ErrorCode.INVALID_GROUP_ID));
        }
        Heartbeat beat = new Heartbeat(request.memberId(), request.groupInstanceId(), request.generationId());
        return groups.ask(request.groupId(), beat).thenApply(reply -> response(reply.error()));
    }

    private static HeartbeatResponseData response(ErrorCode error) {
        return new HeartbeatResponseData().setErrorCode(error.code());
    }
}
