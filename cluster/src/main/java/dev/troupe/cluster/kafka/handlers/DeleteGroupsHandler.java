package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.group.GroupRequest.Delete;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.DeleteGroupsRequestData;
import org.apache.kafka.common.message.DeleteGroupsResponseData;
import org.apache.kafka.common.message.DeleteGroupsResponseData.DeletableGroupResult;
import org.apache.kafka.common.protocol.ApiKeys;

/** DeleteGroups, versions 0 to 2 (BEHAVIOUR G13). A group's tombstones are replicated before the answer. */
public final class DeleteGroupsHandler implements ApiHandler<DeleteGroupsRequestData, DeleteGroupsResponseData> {
    private final Groups groups;

    public DeleteGroupsHandler(Groups groups) {
        this.groups = groups;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.DELETE_GROUPS;
    }

    @Override
    public CompletionStage<DeleteGroupsResponseData> handle(RequestContext context, DeleteGroupsRequestData request) {
        List<CompletableFuture<DeletableGroupResult>> answers = request.groupsNames().stream()
                .distinct()
                .map(group -> groups.ask(group, new Delete())
                        .thenApply(deleted -> new DeletableGroupResult()
                                .setGroupId(group)
                                .setErrorCode(deleted.error().code()))
                        .toCompletableFuture())
                .toList();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> {
                    DeleteGroupsResponseData response = new DeleteGroupsResponseData();
                    answers.forEach(answer -> response.results().add(answer.join()));
                    return response;
                });
    }
}
