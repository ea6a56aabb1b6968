package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.group.GroupReply.Left;
import dev.troupe.actors.group.GroupRequest.Leave;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.LeaveGroupRequestData;
import org.apache.kafka.common.message.LeaveGroupResponseData;
import org.apache.kafka.common.message.LeaveGroupResponseData.MemberResponse;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * LeaveGroup, versions 0 to 5 (BEHAVIOUR G7).
 *
 * <ul>
 *   <li>0 to 2: one member, whose error is the whole answer. 3: many at once, by member id or instance id (KIP-345).
 *   <li>5: reasons (KIP-800).
 * </ul>
 */
public final class LeaveGroupHandler implements ApiHandler<LeaveGroupRequestData, LeaveGroupResponseData> {
    private static final short BATCH = 3;

    private final Groups groups;

    public LeaveGroupHandler(Groups groups) {
        this.groups = groups;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.LEAVE_GROUP;
    }

    @Override
    public CompletionStage<LeaveGroupResponseData> handle(RequestContext context, LeaveGroupRequestData request) {
        if (request.groupId().isEmpty()) {
            return CompletableFuture.completedFuture(
                    new LeaveGroupResponseData().setErrorCode(ErrorCode.INVALID_GROUP_ID.code()));
        }
        List<Leave.Leaver> leavers = context.version() < BATCH
                ? List.of(new Leave.Leaver(request.memberId(), null, null))
                : request.members().stream()
                        .map(m -> new Leave.Leaver(m.memberId(), m.groupInstanceId(), m.reason()))
                        .toList();
        return groups.ask(request.groupId(), new Leave(leavers))
                .thenApply(left -> context.version() < BATCH ? single(left) : batch(left));
    }

    private static LeaveGroupResponseData single(Left left) {
        ErrorCode error = left.error() != ErrorCode.NONE || left.members().isEmpty()
                ? left.error()
                : left.members().getFirst().error();
        return new LeaveGroupResponseData().setErrorCode(error.code());
    }

    private static LeaveGroupResponseData batch(Left left) {
        return new LeaveGroupResponseData()
                .setErrorCode(left.error().code())
                .setMembers(left.members().stream()
                        .map(m -> new MemberResponse()
                                .setMemberId(m.memberId())
                                .setGroupInstanceId(m.instanceId())
                                .setErrorCode(m.error().code()))
                        .toList());
    }
}
