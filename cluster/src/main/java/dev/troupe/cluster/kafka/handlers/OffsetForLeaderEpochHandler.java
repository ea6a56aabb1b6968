package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.partition.PartitionView;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.cluster.kafka.handlers.PartitionLookup.Found;
import dev.troupe.persistence.log.EpochEnd;
import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderPartition;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderTopic;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData.EpochEndOffset;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData.OffsetForLeaderTopicResult;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * OffsetForLeaderEpoch, v2 to v4 (KIP-101, KIP-279, KIP-320): where a leader epoch ends in the log, by which a consumer finds
 * out whether what it has read was truncated. v3 says which replica asks, which makes no difference here.
 */
public final class OffsetForLeaderEpochHandler
        implements ApiHandler<OffsetForLeaderEpochRequestData, OffsetForLeaderEpochResponseData> {
    private final PartitionLookup lookup;

    public OffsetForLeaderEpochHandler(PartitionLookup lookup) {
        this.lookup = lookup;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.OFFSET_FOR_LEADER_EPOCH;
    }

    @Override
    public CompletionStage<OffsetForLeaderEpochResponseData> handle(
            RequestContext context, OffsetForLeaderEpochRequestData request) {
        OffsetForLeaderEpochResponseData response = new OffsetForLeaderEpochResponseData();
        for (OffsetForLeaderTopic topic : request.topics()) {
            OffsetForLeaderTopicResult results = new OffsetForLeaderTopicResult().setTopic(topic.topic());
            response.topics().add(results);
            for (OffsetForLeaderPartition partition : topic.partitions()) {
                results.partitions().add(find(topic.topic(), partition));
            }
        }
        return CompletableFuture.completedFuture(response);
    }

    private EpochEndOffset find(String topic, OffsetForLeaderPartition wanted) {
        EpochEndOffset result = new EpochEndOffset().setPartition(wanted.partition());
        Found found = lookup.find(topic, wanted.partition());
        if (found.replica() == null) {
            return result.setErrorCode(found.error().code());
        }
        PartitionView view = found.replica().view();
        ErrorCode error = PartitionLookup.serves(view, wanted.currentLeaderEpoch());
        LogView log = view.log();
        if (error != ErrorCode.NONE || log == null) {
            return result.setErrorCode(error.code());
        }
        if (wanted.leaderEpoch() < 0 || wanted.leaderEpoch() > view.info().leaderEpoch()) {
            return result;
        }
        EpochEnd end = log.endOf(wanted.leaderEpoch());
        return result.setLeaderEpoch(end.leaderEpoch()).setEndOffset(end.endOffset());
    }
}
