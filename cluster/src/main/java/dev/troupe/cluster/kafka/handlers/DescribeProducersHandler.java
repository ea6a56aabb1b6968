package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.PartitionCommand.DescribeProducers;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.cluster.kafka.handlers.PartitionLookup.Found;
import dev.troupe.persistence.log.ActiveProducer;
import dev.troupe.protocol.ErrorCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.message.DescribeProducersRequestData;
import org.apache.kafka.common.message.DescribeProducersRequestData.TopicRequest;
import org.apache.kafka.common.message.DescribeProducersResponseData;
import org.apache.kafka.common.message.DescribeProducersResponseData.PartitionResponse;
import org.apache.kafka.common.message.DescribeProducersResponseData.ProducerState;
import org.apache.kafka.common.message.DescribeProducersResponseData.TopicResponse;
import org.apache.kafka.common.protocol.ApiKeys;

/** DescribeProducers, v0 (KIP-664): the idempotent producers that a partition remembers (L13). */
public final class DescribeProducersHandler
        implements ApiHandler<DescribeProducersRequestData, DescribeProducersResponseData> {
    private final PartitionLookup lookup;

    public DescribeProducersHandler(PartitionLookup lookup) {
        this.lookup = lookup;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.DESCRIBE_PRODUCERS;
    }

    @Override
    public CompletionStage<DescribeProducersResponseData> handle(
            RequestContext context, DescribeProducersRequestData request) {
        DescribeProducersResponseData response = new DescribeProducersResponseData();
        CompletableFuture<DescribeProducersResponseData> future = new CompletableFuture<>();
        // One more for this thread: a fast partition must not complete what is not laid out yet.
        AtomicInteger missing = new AtomicInteger(1);
        Runnable done = () -> {
            if (missing.decrementAndGet() == 0) {
                future.complete(response);
            }
        };
        for (TopicRequest topic : request.topics()) {
            TopicResponse results = new TopicResponse().setName(topic.name());
            response.topics().add(results);
            for (int partition : topic.partitionIndexes()) {
                PartitionResponse result = new PartitionResponse().setPartitionIndex(partition);
                results.partitions().add(result);
                missing.incrementAndGet();
                describe(topic.name(), partition, result, done);
            }
        }
        done.run();
        return future;
    }

    private void describe(String topic, int partition, PartitionResponse result, Runnable done) {
        Found found = lookup.find(topic, partition);
        HostedPartition replica = found.replica();
        ErrorCode error = replica == null ? found.error() : PartitionLookup.serves(replica.view(), -1);
        if (replica == null || error != ErrorCode.NONE) {
            result.setErrorCode(error.code());
            done.run();
            return;
        }
        replica.actor().tell(new DescribeProducers(producers -> {
            result.setActiveProducers(states(producers));
            done.run();
        }));
    }

    private static List<ProducerState> states(List<ActiveProducer> producers) {
        return producers.stream()
                .map(p -> new ProducerState()
                        .setProducerId(p.producerId())
                        .setProducerEpoch(p.producerEpoch())
                        .setLastSequence(p.lastSequence())
                        .setLastTimestamp(p.lastTimestampMs())
                        .setCoordinatorEpoch(p.coordinatorEpoch())
                        .setCurrentTxnStartOffset(p.currentTransactionStart()))
                .toList();
    }
}
