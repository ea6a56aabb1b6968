package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.group.GroupReply.Joined;
import dev.troupe.actors.group.GroupRequest.Join;
import dev.troupe.actors.group.GroupRequest.Protocol;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.protocol.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.JoinGroupRequestData;
import org.apache.kafka.common.message.JoinGroupResponseData;
import org.apache.kafka.common.message.JoinGroupResponseData.JoinGroupResponseMember;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * JoinGroup, versions 0 to 9 (BEHAVIOUR G4).
 *
 * <ul>
 *   <li>0 has no rebalance timeout: the session timeout serves. 4: a new member is told its id first.
 *   <li>5: static members. 7: the protocol type in the answer, and no protocol where there is none.
 *   <li>8: the reason (KIP-800). 9: the leader may be told not to assign (KIP-814).
 * </ul>
 */
public final class JoinGroupHandler implements ApiHandler<JoinGroupRequestData, JoinGroupResponseData> {
    private static final short REQUIRES_KNOWN_ID = 4;
    private static final short NULLABLE_PROTOCOL = 7;
    private static final short SKIPS_ASSIGNMENT = 9;

    private final Groups groups;

    public JoinGroupHandler(Groups groups) {
        this.groups = groups;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.JOIN_GROUP;
    }

    @Override
    public CompletionStage<JoinGroupResponseData> handle(RequestContext context, JoinGroupRequestData request) {
        Join join = toJoin(context, request);
        CompletionStage<Joined> joined = request.groupId().isEmpty()
                ? CompletableFuture.completedFuture(join.refused(ErrorCode.INVALID_GROUP_ID))
                : groups.ask(request.groupId(), join);
        return joined.thenApply(reply -> toResponse(reply, context.version()));
    }

    private static Join toJoin(RequestContext context, JoinGroupRequestData request) {
        int rebalanceTimeoutMs = context.version() == 0 ? request.sessionTimeoutMs() : request.rebalanceTimeoutMs();
        return new Join(
                request.memberId(),
                request.groupInstanceId(),
                GroupWire.clientId(context),
                GroupWire.clientHost(context),
                request.protocolType(),
                request.protocols().stream()
                        .map(p -> new Protocol(p.name(), Bytes.of(p.metadata())))
                        .toList(),
                request.sessionTimeoutMs(),
                rebalanceTimeoutMs,
                context.version() >= REQUIRES_KNOWN_ID,
                context.version() >= SKIPS_ASSIGNMENT,
                request.reason());
    }

    private static JoinGroupResponseData toResponse(Joined joined, short version) {
        boolean needsProtocol = joined.protocol() == null && version < NULLABLE_PROTOCOL;
        return new JoinGroupResponseData()
                .setErrorCode(joined.error().code())
                .setGenerationId(joined.generation())
                .setProtocolType(joined.protocolType())
                .setProtocolName(needsProtocol ? "" : joined.protocol())
                .setLeader(joined.leader())
                .setSkipAssignment(joined.skipAssignment())
                .setMemberId(joined.memberId())
                .setMembers(joined.members().stream()
                        .map(member -> new JoinGroupResponseMember()
                                .setMemberId(member.memberId())
                                .setGroupInstanceId(member.instanceId())
                                .setMetadata(member.metadata().array()))
                        .toList());
    }
}
