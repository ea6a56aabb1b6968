package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.ListPartitionReassignmentsRequestData;
import org.apache.kafka.common.message.ListPartitionReassignmentsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;

/** ListPartitionReassignments, version 0 (KIP-455). Nothing can begin a reassignment, so none is ever under way. */
public final class ListPartitionReassignmentsHandler
        implements ApiHandler<ListPartitionReassignmentsRequestData, ListPartitionReassignmentsResponseData> {

    @Override
    public ApiKeys key() {
        return ApiKeys.LIST_PARTITION_REASSIGNMENTS;
    }

    @Override
    public CompletionStage<ListPartitionReassignmentsResponseData> handle(
            RequestContext context, ListPartitionReassignmentsRequestData request) {
        return CompletableFuture.completedFuture(new ListPartitionReassignmentsResponseData());
    }
}
