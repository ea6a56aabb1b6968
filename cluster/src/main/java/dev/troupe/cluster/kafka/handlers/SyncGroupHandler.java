package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.group.GroupReply.Synced;
import dev.troupe.actors.group.GroupRequest.Sync;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.protocol.ErrorCode;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.SyncGroupRequestData;
import org.apache.kafka.common.message.SyncGroupResponseData;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * SyncGroup, versions 0 to 5 (BEHAVIOUR G5).
 *
 * <ul>
 *   <li>3: static members. 5: protocol type and name, which must be those of the generation (KIP-559).
 * </ul>
 */
public final class SyncGroupHandler implements ApiHandler<SyncGroupRequestData, SyncGroupResponseData> {
    private static final short NAMES_PROTOCOL = 5;

    private final Groups groups;

    public SyncGroupHandler(Groups groups) {
        this.groups = groups;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.SYNC_GROUP;
    }

    @Override
    public CompletionStage<SyncGroupResponseData> handle(RequestContext context, SyncGroupRequestData request) {
        Map<String, Bytes> assignments = new HashMap<>();
        request.assignments().forEach(given -> assignments.put(given.memberId(), Bytes.of(given.assignment())));
        Sync sync = new Sync(
                request.memberId(),
                request.groupInstanceId(),
                request.generationId(),
                request.protocolType(),
                request.protocolName(),
                assignments);
        return answer(context, request, sync)
                .thenApply(synced -> new SyncGroupResponseData()
                        .setErrorCode(synced.error().code())
                        .setProtocolType(synced.protocolType())
                        .setProtocolName(synced.protocol())
                        .setAssignment(synced.assignment().array()));
    }

    private CompletionStage<Synced> answer(RequestContext context, SyncGroupRequestData request, Sync sync) {
        boolean namesMissing = context.version() >= NAMES_PROTOCOL
                && (request.protocolType() == null || request.protocolName() == null);
        if (namesMissing) {
            return CompletableFuture.completedFuture(sync.refused(ErrorCode.INCONSISTENT_GROUP_PROTOCOL));
        }
        return request.groupId().isEmpty()
                ? CompletableFuture.completedFuture(sync.refused(ErrorCode.INVALID_GROUP_ID))
                : groups.ask(request.groupId(), sync);
    }
}
