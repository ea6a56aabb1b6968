package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand.AlterReassignments;
import dev.troupe.protocol.controller.ControllerCommand.ReassignmentOutcome;
import dev.troupe.protocol.controller.ControllerCommand.ReassignmentResults;
import dev.troupe.protocol.controller.ReassignmentWish;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData.ReassignablePartition;
import org.apache.kafka.common.message.AlterPartitionReassignmentsRequestData.ReassignableTopic;
import org.apache.kafka.common.message.AlterPartitionReassignmentsResponseData;
import org.apache.kafka.common.message.AlterPartitionReassignmentsResponseData.ReassignablePartitionResponse;
import org.apache.kafka.common.message.AlterPartitionReassignmentsResponseData.ReassignableTopicResponse;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * AlterPartitionReassignments, versions 0 and 1 (KIP-455): gives partitions other replicas, or takes that back (C13). Version 1 can
 * forbid that the replication factor changes (KIP-860).
 */
public final class AlterPartitionReassignmentsHandler
        implements ApiHandler<AlterPartitionReassignmentsRequestData, AlterPartitionReassignmentsResponseData> {
    private final ControllerClient controller;

    public AlterPartitionReassignmentsHandler(ControllerClient controller) {
        this.controller = controller;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.ALTER_PARTITION_REASSIGNMENTS;
    }

    @Override
    public CompletionStage<AlterPartitionReassignmentsResponseData> handle(
            RequestContext context, AlterPartitionReassignmentsRequestData request) {
        List<ReassignmentWish> wishes = new ArrayList<>();
        for (ReassignableTopic topic : request.topics()) {
            for (ReassignablePartition partition : topic.partitions()) {
                TopicPartition name = new TopicPartition(topic.name(), partition.partitionIndex());
                wishes.add(new ReassignmentWish(name, partition.replicas()));
            }
        }
        return controller.<ReassignmentResults, AlterPartitionReassignmentsResponseData>ask(
                request.timeoutMs(),
                replyTo -> new AlterReassignments(
                        context.requester(), wishes, request.allowReplicationFactorChange(), replyTo),
                results -> answer(request, results),
                timeout -> new AlterPartitionReassignmentsResponseData()
                        .setErrorCode(ErrorCode.REQUEST_TIMED_OUT.code())
                        .setErrorMessage(ControllerClient.NO_ANSWER));
    }

    private static AlterPartitionReassignmentsResponseData answer(
            AlterPartitionReassignmentsRequestData request, ReassignmentResults results) {
        return new AlterPartitionReassignmentsResponseData()
                .setAllowReplicationFactorChange(request.allowReplicationFactorChange())
                .setErrorCode(results.error().code())
                .setResponses(request.topics().stream()
                        .map(topic -> new ReassignableTopicResponse()
                                .setName(topic.name())
                                .setPartitions(topic.partitions().stream()
                                        .map(partition -> answer(topic.name(), partition.partitionIndex(), results))
                                        .toList()))
                        .toList());
    }

    private static ReassignablePartitionResponse answer(String topic, int partition, ReassignmentResults results) {
        ReassignmentOutcome outcome = results.partitions()
                .getOrDefault(
                        new TopicPartition(topic, partition),
                        new ReassignmentOutcome(ErrorCode.UNKNOWN_SERVER_ERROR, null));
        return new ReassignablePartitionResponse()
                .setPartitionIndex(partition)
                .setErrorCode(outcome.error().code())
                .setErrorMessage(outcome.message());
    }
}
