package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.PartitionCommand.Append;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.cluster.kafka.handlers.PartitionLookup.Found;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.InternalTopics;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponse;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.record.internal.MemoryRecords;

/**
 * Produce, v3 to v13 (L1, L2, L4).
 *
 * <p>v0 to v2 are advertised, as old librdkafka does not compress otherwise, and refused. v7 allows zstd. v8 has errors of
 * single records (KIP-467). v10 names the leader where the client asked another broker (KIP-951). v13 has topic ids in place
 * of names. Transactions are not supported: requests with a transactional id are refused.
 * Internal topics are the broker's own: nobody else writes to them.
 *
 * <p>Each partition gets one message and calls back once; the last callback completes the response. The buffers are slices of
 * the request's frame.
 */
public final class ProduceHandler implements ApiHandler<ProduceRequestData, ProduceResponseData> {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final PartitionLookup lookup;
    private final LeaderHints hints;
    private final LongSupplier nanoTime;

    public ProduceHandler(PartitionLookup lookup, LeaderHints hints, LongSupplier nanoTime) {
        this.lookup = lookup;
        this.hints = hints;
        this.nanoTime = nanoTime;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.PRODUCE;
    }

    @Override
    public boolean answered(ProduceRequestData request) {
        return request.acks() != 0;
    }

    @Override
    public CompletionStage<ProduceResponseData> handle(RequestContext context, ProduceRequestData request) {
        CompletableFuture<ProduceResponseData> future = new CompletableFuture<>();
        ProduceAnswer answer = new ProduceAnswer(context, hints, request.acks(), partitions(request), future);
        ErrorCode refusal = refusal(request);
        long deadline = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(request.timeoutMs());
        for (TopicProduceData topic : request.topicData()) {
            TopicProduceResponse results = answer.topic(topic);
            for (PartitionProduceData partition : topic.partitionData()) {
                ProduceAnswer.Part part = answer.part(results, partition.index());
                if (refusal != ErrorCode.NONE) {
                    part.refused(refusal);
                } else {
                    append(request.acks(), deadline, topic, partition, part);
                }
            }
        }
        answer.allSent();
        return future;
    }

    private void append(
            short acks,
            long deadline,
            TopicProduceData topic,
            PartitionProduceData partition,
            ProduceAnswer.Part part) {
        Found found = lookup.find(topic.name(), topic.topicId(), partition.index());
        HostedPartition replica = found.replica();
        if (replica == null) {
            part.refused(found.error());
        } else if (InternalTopics.contains(replica.partition().topic())) {
            part.refused(ErrorCode.INVALID_TOPIC_EXCEPTION);
        } else {
            replica.actor().tell(new Append(bytes(partition), acks, deadline, part));
        }
    }

    private static ByteBuffer bytes(PartitionProduceData partition) {
        return partition.records() instanceof MemoryRecords records ? records.buffer() : NOTHING;
    }

    private static ErrorCode refusal(ProduceRequestData request) {
        if (request.acks() < -1 || request.acks() > 1) {
            return ErrorCode.INVALID_REQUIRED_ACKS;
        }
        return request.transactionalId() == null ? ErrorCode.NONE : ErrorCode.INVALID_TXN_STATE;
    }

    private static int partitions(ProduceRequestData request) {
        int count = 0;
        for (TopicProduceData topic : request.topicData()) {
            count += topic.partitionData().size();
        }
        return count;
    }
}
