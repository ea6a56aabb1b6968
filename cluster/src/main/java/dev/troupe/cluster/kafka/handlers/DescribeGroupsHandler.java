package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.group.GroupReply.Described;
import dev.troupe.actors.group.GroupRequest.Describe;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.DescribeGroupsRequestData;
import org.apache.kafka.common.message.DescribeGroupsResponseData;
import org.apache.kafka.common.message.DescribeGroupsResponseData.DescribedGroup;
import org.apache.kafka.common.message.DescribeGroupsResponseData.DescribedGroupMember;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * DescribeGroups, versions 0 to 6 (BEHAVIOUR G13).
 *
 * <ul>
 *   <li>3: allowed operations. 4: instance ids.
 *   <li>Before 6 a group that does not exist is Dead and no error; from 6 on it is not found (KIP-1043).
 * </ul>
 */
public final class DescribeGroupsHandler implements ApiHandler<DescribeGroupsRequestData, DescribeGroupsResponseData> {
    private static final short TELLS_NOT_FOUND = 6;

    private final Groups groups;

    public DescribeGroupsHandler(Groups groups) {
        this.groups = groups;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.DESCRIBE_GROUPS;
    }

    @Override
    public CompletionStage<DescribeGroupsResponseData> handle(
            RequestContext context, DescribeGroupsRequestData request) {
        int operations =
                request.includeAuthorizedOperations() ? AuthorizedOperations.GROUP : AuthorizedOperations.NOT_ASKED;
        List<CompletableFuture<DescribedGroup>> answers = request.groups().stream()
                .map(group -> groups.ask(group, new Describe())
                        .thenApply(described -> toWire(group, described, context.version(), operations))
                        .toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> new DescribeGroupsResponseData()
                        .setGroups(answers.stream().map(CompletableFuture::join).toList()));
    }

    private static DescribedGroup toWire(String groupId, Described described, short version, int operations) {
        boolean notFound = described.error() == ErrorCode.GROUP_ID_NOT_FOUND;
        boolean untold = notFound && version < TELLS_NOT_FOUND;
        return new DescribedGroup()
                .setErrorCode(untold ? ErrorCode.NONE.code() : described.error().code())
                .setErrorMessage(notFound && !untold ? "Group " + groupId + " not found." : null)
                .setGroupId(groupId)
                .setGroupState(
                        described.error() == ErrorCode.NONE || notFound
                                ? described.state().label()
                                : "")
                .setProtocolType(described.protocolType())
                .setProtocolData(described.protocol())
                .setAuthorizedOperations(
                        described.error() == ErrorCode.NONE ? operations : AuthorizedOperations.NOT_ASKED)
                .setMembers(described.members().stream()
                        .map(m -> new DescribedGroupMember()
                                .setMemberId(m.memberId())
                                .setGroupInstanceId(m.instanceId())
                                .setClientId(m.clientId())
                                .setClientHost(m.clientHost())
                                .setMemberMetadata(m.metadata().array())
                                .setMemberAssignment(m.assignment().array()))
                        .toList());
    }
}
