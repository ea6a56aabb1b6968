package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.kafka.common.message.DescribeLogDirsRequestData;
import org.apache.kafka.common.message.DescribeLogDirsRequestData.DescribableLogDirTopic;
import org.apache.kafka.common.message.DescribeLogDirsResponseData;
import org.apache.kafka.common.message.DescribeLogDirsResponseData.DescribeLogDirsPartition;
import org.apache.kafka.common.message.DescribeLogDirsResponseData.DescribeLogDirsResult;
import org.apache.kafka.common.message.DescribeLogDirsResponseData.DescribeLogDirsTopic;
import org.apache.kafka.common.protocol.ApiKeys;

/**
 * DescribeLogDirs, v1 to v5: the folder that holds this node's logs, and the size of each. v3 has an error for all. v4 has the
 * volume's total and usable bytes (KIP-827). v5 tells cordoned folders, which there are none of.
 */
public final class DescribeLogDirsHandler
        implements ApiHandler<DescribeLogDirsRequestData, DescribeLogDirsResponseData> {
    private final HostedPartitions hosted;
    private final Path folder;
    private final Executor executor;

    /**
     * @param folder where the logs are
     * @param executor where the file system is asked
     */
    public DescribeLogDirsHandler(HostedPartitions hosted, Path folder, Executor executor) {
        this.hosted = hosted;
        this.folder = folder;
        this.executor = executor;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.DESCRIBE_LOG_DIRS;
    }

    @Override
    public CompletionStage<DescribeLogDirsResponseData> handle(
            RequestContext context, DescribeLogDirsRequestData request) {
        return CompletableFuture.supplyAsync(() -> answer(request), executor);
    }

    private DescribeLogDirsResponseData answer(DescribeLogDirsRequestData request) {
        DescribeLogDirsResult result =
                new DescribeLogDirsResult().setLogDir(folder.toAbsolutePath().toString());
        try {
            FileStore store = Files.getFileStore(folder);
            result.setTotalBytes(store.getTotalSpace()).setUsableBytes(store.getUsableSpace());
        } catch (IOException e) {
            result.setErrorCode(ErrorCode.KAFKA_STORAGE_ERROR.code());
        }
        Map<String, DescribeLogDirsTopic> topics = new TreeMap<>();
        for (HostedPartition replica : hosted.all()) {
            LogView log = replica.view().log();
            if (log != null && isWanted(request, replica.partition())) {
                topics.computeIfAbsent(replica.partition().topic(), name -> new DescribeLogDirsTopic().setName(name))
                        .partitions()
                        .add(partition(replica.partition(), log));
            }
        }
        result.topics().addAll(topics.values());
        DescribeLogDirsResponseData response = new DescribeLogDirsResponseData();
        response.results().add(result);
        return response;
    }

    private static DescribeLogDirsPartition partition(TopicPartition partition, LogView log) {
        return new DescribeLogDirsPartition()
                .setPartitionIndex(partition.partition())
                .setPartitionSize(log.sizeInBytes())
                .setOffsetLag(Math.max(0, log.highWatermark() - log.logEndOffset()));
    }

    private static boolean isWanted(DescribeLogDirsRequestData request, TopicPartition partition) {
        if (request.topics() == null) {
            return true;
        }
        DescribableLogDirTopic topic = request.topics().find(partition.topic());
        return topic != null && topic.partitions().contains(partition.partition());
    }
}
