package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.controller.ControllerCommand;
import dev.troupe.protocol.controller.ControllerCommand.ElectionOutcome;
import dev.troupe.protocol.controller.ControllerCommand.ElectionResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.apache.kafka.common.message.ElectLeadersRequestData;
import org.apache.kafka.common.message.ElectLeadersResponseData;
import org.apache.kafka.common.message.ElectLeadersResponseData.PartitionResult;
import org.apache.kafka.common.message.ElectLeadersResponseData.ReplicaElectionResult;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;

/**
 * ElectLeaders, versions 0 to 2 (KIP-460): elections on request (C10, C11).
 *
 * <ul>
 *   <li>0: preferred leaders only, and no error of the request as a whole. 1: the kind of election.
 *   <li>Where all partitions are meant, those that need no election are left out of the answer.
 * </ul>
 */
public final class ElectLeadersHandler implements ApiHandler<ElectLeadersRequestData, ElectLeadersResponseData> {
    private static final byte UNCLEAN = 1;

    private final ControllerClient controller;

    public ElectLeadersHandler(ControllerClient controller) {
        this.controller = controller;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.ELECT_LEADERS;
    }

    @Override
    public CompletionStage<ElectLeadersResponseData> handle(RequestContext context, ElectLeadersRequestData request) {
        List<TopicPartition> partitions = partitions(request);
        return controller.<ElectionResults, ElectLeadersResponseData>ask(
                request.timeoutMs(),
                replyTo -> new ControllerCommand.ElectLeaders(
                        context.requester(), request.electionType() == UNCLEAN, partitions, replyTo),
                results -> answer(context, partitions, results),
                timeout -> answer(context, partitions, new ElectionResults(ErrorCode.REQUEST_TIMED_OUT, Map.of())));
    }

    private static @Nullable List<TopicPartition> partitions(ElectLeadersRequestData request) {
        if (request.topicPartitions() == null) {
            return null;
        }
        return request.topicPartitions().stream()
                .flatMap(topic -> topic.partitions().stream().map(number -> new TopicPartition(topic.topic(), number)))
                .toList();
    }

    private static ElectLeadersResponseData answer(
            RequestContext context, @Nullable List<TopicPartition> asked, ElectionResults results) {
        Map<TopicPartition, ElectionOutcome> outcomes = results.partitions();
        if (results.error() != ErrorCode.NONE && asked != null) {
            outcomes = asked.stream()
                    .distinct()
                    .collect(Collectors.toMap(tp -> tp, tp -> new ElectionOutcome(results.error(), null)));
        }
        Map<String, List<PartitionResult>> byTopic = new TreeMap<>();
        outcomes.forEach((partition, outcome) -> {
            if (asked != null || outcome.error() != ErrorCode.ELECTION_NOT_NEEDED) {
                byTopic.computeIfAbsent(partition.topic(), topic -> new ArrayList<>())
                        .add(new PartitionResult()
                                .setPartitionId(partition.partition())
                                .setErrorCode(outcome.error().code())
                                .setErrorMessage(outcome.message()));
            }
        });
        return new ElectLeadersResponseData()
                .setErrorCode(
                        context.version() == 0
                                ? ErrorCode.NONE.code()
                                : results.error().code())
                .setReplicaElectionResults(byTopic.entrySet().stream()
                        .map(topic -> new ReplicaElectionResult()
                                .setTopic(topic.getKey())
                                .setPartitionResult(topic.getValue()))
                        .toList());
    }
}
