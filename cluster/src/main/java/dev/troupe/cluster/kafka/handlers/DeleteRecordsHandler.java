package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.PartitionCommand.DeleteRecords;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.cluster.kafka.handlers.PartitionLookup.Found;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.message.DeleteRecordsRequestData;
import org.apache.kafka.common.message.DeleteRecordsRequestData.DeleteRecordsPartition;
import org.apache.kafka.common.message.DeleteRecordsRequestData.DeleteRecordsTopic;
import org.apache.kafka.common.message.DeleteRecordsResponseData;
import org.apache.kafka.common.message.DeleteRecordsResponseData.DeleteRecordsPartitionResult;
import org.apache.kafka.common.message.DeleteRecordsResponseData.DeleteRecordsTopicResult;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * DeleteRecords, v0 to v2 (L9). Versions differ in form only. Internal topics are refused, and topics that are compacted and
 * nothing else: their log start is the cleaner's.
 */
public final class DeleteRecordsHandler implements ApiHandler<DeleteRecordsRequestData, DeleteRecordsResponseData> {
    private static final long NO_WATERMARK = -1;

    private final PartitionLookup lookup;
    private final MetadataCache metadata;

    public DeleteRecordsHandler(PartitionLookup lookup, MetadataCache metadata) {
        this.lookup = lookup;
        this.metadata = metadata;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.DELETE_RECORDS;
    }

    @Override
    public CompletionStage<DeleteRecordsResponseData> handle(RequestContext context, DeleteRecordsRequestData request) {
        DeleteRecordsResponseData response = new DeleteRecordsResponseData();
        CompletableFuture<DeleteRecordsResponseData> future = new CompletableFuture<>();
        // One more for this thread: a fast partition must not complete what is not laid out yet.
        AtomicInteger missing = new AtomicInteger(1);
        Runnable done = () -> {
            if (missing.decrementAndGet() == 0) {
                future.complete(response);
            }
        };
        for (DeleteRecordsTopic topic : request.topics()) {
            DeleteRecordsTopicResult results = new DeleteRecordsTopicResult().setName(topic.name());
            response.topics().add(results);
            for (DeleteRecordsPartition partition : topic.partitions()) {
                DeleteRecordsPartitionResult result = new DeleteRecordsPartitionResult()
                        .setPartitionIndex(partition.partitionIndex())
                        .setLowWatermark(NO_WATERMARK);
                results.partitions().add(result);
                missing.incrementAndGet();
                delete(topic.name(), partition, result, done);
            }
        }
        done.run();
        return future;
    }

    private void delete(
            String topic, DeleteRecordsPartition partition, DeleteRecordsPartitionResult result, Runnable done) {
        Found found = lookup.find(topic, partition.partitionIndex());
        HostedPartition replica = found.replica();
        ErrorCode error = replica == null ? found.error() : refusal(topic);
        if (replica == null || error != ErrorCode.NONE) {
            result.setErrorCode(error.code());
            done.run();
            return;
        }
        replica.actor().tell(new DeleteRecords(partition.offset(), (refused, logStartOffset) -> {
            result.setErrorCode(refused.code()).setLowWatermark(logStartOffset);
            done.run();
        }));
    }

    private ErrorCode refusal(String topic) {
        TopicInfo info = metadata.current().topic(topic).orElse(null);
        if (info == null) {
            return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
        }
        if (info.internal()) {
            return ErrorCode.INVALID_TOPIC_EXCEPTION;
        }
        return info.configs().getOrDefault("cleanup.policy", "delete").contains("delete")
                ? ErrorCode.NONE
                : ErrorCode.POLICY_VIOLATION;
    }
}
