package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand.DescribeController;
import dev.troupe.protocol.controller.ControllerReport;
import dev.troupe.protocol.controller.ControllerReport.ReassignmentReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.ListPartitionReassignmentsRequestData;
import org.apache.kafka.common.message.ListPartitionReassignmentsResponseData;
import org.apache.kafka.common.message.ListPartitionReassignmentsResponseData.OngoingPartitionReassignment;
import org.apache.kafka.common.message.ListPartitionReassignmentsResponseData.OngoingTopicReassignment;
import org.apache.kafka.common.protocol.ApiKeys;

/** ListPartitionReassignments, version 0 (KIP-455): the reassignments under way (C13), all or those of the partitions named. */
public final class ListPartitionReassignmentsHandler
        implements ApiHandler<ListPartitionReassignmentsRequestData, ListPartitionReassignmentsResponseData> {
    private final ControllerClient controller;

    public ListPartitionReassignmentsHandler(ControllerClient controller) {
        this.controller = controller;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.LIST_PARTITION_REASSIGNMENTS;
    }

    @Override
    public CompletionStage<ListPartitionReassignmentsResponseData> handle(
            RequestContext context, ListPartitionReassignmentsRequestData request) {
        return controller.<ControllerReport, ListPartitionReassignmentsResponseData>ask(
                request.timeoutMs(),
                DescribeController::new,
                report -> answer(request, report),
                timeout -> new ListPartitionReassignmentsResponseData()
                        .setErrorCode(ErrorCode.REQUEST_TIMED_OUT.code())
                        .setErrorMessage(ControllerClient.NO_ANSWER));
    }

    private static ListPartitionReassignmentsResponseData answer(
            ListPartitionReassignmentsRequestData request, ControllerReport report) {
        Map<String, List<OngoingPartitionReassignment>> byTopic = new TreeMap<>();
        report.reassignments().stream()
                .filter(each -> isAskedFor(request, each.partition()))
                .forEach(each -> byTopic.computeIfAbsent(each.partition().topic(), topic -> new ArrayList<>())
                        .add(ongoing(each)));
        return new ListPartitionReassignmentsResponseData()
                .setTopics(byTopic.entrySet().stream()
                        .map(topic -> new OngoingTopicReassignment()
                                .setName(topic.getKey())
                                .setPartitions(topic.getValue()))
                        .toList());
    }

    private static boolean isAskedFor(ListPartitionReassignmentsRequestData request, TopicPartition partition) {
        return request.topics() == null
                || request.topics().stream()
                        .anyMatch(topic -> topic.name().equals(partition.topic())
                                && topic.partitionIndexes().contains(partition.partition()));
    }

    private static OngoingPartitionReassignment ongoing(ReassignmentReport report) {
        return new OngoingPartitionReassignment()
                .setPartitionIndex(report.partition().partition())
                .setReplicas(report.replicas())
                .setAddingReplicas(report.adding())
                .setRemovingReplicas(report.removing());
    }
}
