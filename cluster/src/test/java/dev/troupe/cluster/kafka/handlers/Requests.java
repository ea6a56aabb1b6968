package dev.troupe.cluster.kafka.handlers;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchRequestData.FetchTopic;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;

/** Requests as clients make them. */
final class Requests {
    private Requests() {}

    static MemoryRecords batch(String... values) {
        return MemoryRecords.withRecords(
                Compression.NONE,
                Arrays.stream(values)
                        .map(value -> new SimpleRecord(1_000L, null, value.getBytes(StandardCharsets.UTF_8)))
                        .toArray(SimpleRecord[]::new));
    }

    static ProduceRequestData produce(String topic, int partition, MemoryRecords records) {
        return produce(topic, Uuid.ZERO_UUID, partition, records);
    }

    static ProduceRequestData produce(String topic, Uuid id, int partition, MemoryRecords records) {
        ProduceRequestData request =
                new ProduceRequestData().setAcks((short) -1).setTimeoutMs(1000);
        request.topicData()
                .add(new TopicProduceData()
                        .setName(topic)
                        .setTopicId(id)
                        .setPartitionData(List.of(
                                new PartitionProduceData().setIndex(partition).setRecords(records))));
        return request;
    }

    static FetchRequestData fetch(String topic, FetchPartition... partitions) {
        return new FetchRequestData()
                .setMinBytes(1)
                .setMaxWaitMs(0)
                .setMaxBytes(1 << 20)
                .setTopics(List.of(new FetchTopic().setTopic(topic).setPartitions(List.of(partitions))));
    }

    static FetchRequestData incremental(int session, int epoch) {
        return new FetchRequestData()
                .setMinBytes(1)
                .setMaxWaitMs(0)
                .setMaxBytes(1 << 20)
                .setSessionId(session)
                .setSessionEpoch(epoch);
    }

    static FetchPartition from(int partition, long offset) {
        return new FetchPartition()
                .setPartition(partition)
                .setFetchOffset(offset)
                .setPartitionMaxBytes(1 << 20)
                .setCurrentLeaderEpoch(-1)
                .setLastFetchedEpoch(-1);
    }
}
