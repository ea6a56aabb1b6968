package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.group.GroupSummary;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.ListGroupsRequestData;
import org.apache.kafka.common.message.ListGroupsResponseData;
import org.apache.kafka.common.message.ListGroupsResponseData.ListedGroup;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * ListGroups, versions 0 to 5 (BEHAVIOUR G13): the groups that this broker coordinates; clients ask every broker.
 *
 * <ul>
 *   <li>4: states, and a filter by them (KIP-518). 5: types, and a filter by them (KIP-848).
 * </ul>
 */
public final class ListGroupsHandler implements ApiHandler<ListGroupsRequestData, ListGroupsResponseData> {
    private final Groups groups;

    public ListGroupsHandler(Groups groups) {
        this.groups = groups;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.LIST_GROUPS;
    }

    @Override
    public CompletionStage<ListGroupsResponseData> handle(RequestContext context, ListGroupsRequestData request) {
        ListGroupsResponseData response = new ListGroupsResponseData();
        if (groups.isLoading()) {
            return CompletableFuture.completedFuture(
                    response.setErrorCode(ErrorCode.COORDINATOR_LOAD_IN_PROGRESS.code()));
        }
        if (passes(request.typesFilter(), GroupWire.CLASSIC)) {
            groups.list().stream()
                    .filter(group ->
                            passes(request.statesFilter(), group.state().label()))
                    .forEach(group -> response.groups().add(listed(group)));
        }
        return CompletableFuture.completedFuture(response);
    }

    private static boolean passes(Collection<String> filter, String value) {
        return filter.isEmpty() || filter.stream().anyMatch(value::equalsIgnoreCase);
    }

    private static ListedGroup listed(GroupSummary group) {
        return new ListedGroup()
                .setGroupId(group.groupId())
                .setProtocolType(group.protocolType())
                .setGroupState(group.state().label())
                .setGroupType(GroupWire.CLASSIC);
    }
}
