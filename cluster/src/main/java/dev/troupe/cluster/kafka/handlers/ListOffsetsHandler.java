package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.partition.PartitionView;
import dev.troupe.cluster.kafka.ApiHandler;
import dev.troupe.cluster.kafka.RequestContext;
import dev.troupe.cluster.kafka.handlers.PartitionLookup.Found;
import dev.troupe.persistence.log.FoundOffset;
import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.ErrorCode;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsTopic;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsPartitionResponse;
import org.apache.kafka.common.message.ListOffsetsResponseData.ListOffsetsTopicResponse;
import org.apache.kafka.common.protocol.ApiKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ListOffsets, v1 to v11 (L12).
 *
 * <p>v2 has the isolation level. v4 has leader epochs both ways. v5 allows the error OFFSET_NOT_AVAILABLE (KIP-207). v7 asks for
 * the highest timestamp (KIP-734), v8 for the earliest local offset (KIP-405), v9 for the last tiered one (KIP-1005), v11 for
 * the first that waits for upload (KIP-1023): with no tiers, all is local, and none is tiered or waits.
 */
public final class ListOffsetsHandler implements ApiHandler<ListOffsetsRequestData, ListOffsetsResponseData> {
    private static final Logger LOG = LoggerFactory.getLogger(ListOffsetsHandler.class);
    private static final long LATEST = -1;
    private static final long EARLIEST = -2;
    private static final long MAX_TIMESTAMP = -3;
    private static final long EARLIEST_LOCAL = -4;
    private static final long LATEST_TIERED = -5;
    private static final long EARLIEST_PENDING_UPLOAD = -6;
    private static final byte READ_COMMITTED = 1;
    private static final short TELLS_LEADER_EPOCH = 4;

    private final PartitionLookup lookup;
    private final Executor executor;

    /**
     * @param executor where logs are searched, which may read from disk
     */
    public ListOffsetsHandler(PartitionLookup lookup, Executor executor) {
        this.lookup = lookup;
        this.executor = executor;
    }

    @Override
    public ApiKeys key() {
        return ApiKeys.LIST_OFFSETS;
    }

    @Override
    public CompletionStage<ListOffsetsResponseData> handle(RequestContext context, ListOffsetsRequestData request) {
        return CompletableFuture.supplyAsync(() -> answer(context.version(), request), executor);
    }

    private ListOffsetsResponseData answer(short version, ListOffsetsRequestData request) {
        ListOffsetsResponseData response = new ListOffsetsResponseData();
        for (ListOffsetsTopic topic : request.topics()) {
            ListOffsetsTopicResponse results = new ListOffsetsTopicResponse().setName(topic.name());
            response.topics().add(results);
            for (ListOffsetsPartition partition : topic.partitions()) {
                ListOffsetsPartitionResponse result =
                        new ListOffsetsPartitionResponse().setPartitionIndex(partition.partitionIndex());
                results.partitions().add(result);
                find(topic.name(), partition, version, request.isolationLevel() == READ_COMMITTED, result);
                if (version < TELLS_LEADER_EPOCH) {
                    result.setLeaderEpoch(-1);
                }
            }
        }
        return response;
    }

    private void find(
            String topic,
            ListOffsetsPartition wanted,
            short version,
            boolean readCommitted,
            ListOffsetsPartitionResponse result) {
        Found found = lookup.find(topic, wanted.partitionIndex());
        if (found.replica() == null) {
            result.setErrorCode(found.error().code());
            return;
        }
        PartitionView view = found.replica().view();
        LogView log = view.log();
        ErrorCode error = refusal(view, wanted, version);
        if (error != ErrorCode.NONE || log == null) {
            result.setErrorCode(error.code());
            return;
        }
        try {
            search(view, log, wanted.timestamp(), readCommitted, result);
        } catch (IOException e) {
            LOG.warn("Searching {}-{} failed: {}", topic, wanted.partitionIndex(), e.toString());
            result.setErrorCode(ErrorCode.KAFKA_STORAGE_ERROR.code());
        }
    }

    private static ErrorCode refusal(PartitionView view, ListOffsetsPartition wanted, short version) {
        if (version < oldest(wanted.timestamp())) {
            return ErrorCode.UNSUPPORTED_VERSION;
        }
        ErrorCode error = PartitionLookup.serves(view, wanted.currentLeaderEpoch());
        LogView log = view.log();
        if (error != ErrorCode.NONE || log == null || wanted.timestamp() == EARLIEST) {
            return error;
        }
        // A new leader does not know yet how far clients have read.
        if (log.highWatermark() < view.epochStartOffset()) {
            return version >= 5 ? ErrorCode.OFFSET_NOT_AVAILABLE : ErrorCode.LEADER_NOT_AVAILABLE;
        }
        return ErrorCode.NONE;
    }

    private static int oldest(long timestamp) {
        if (timestamp == MAX_TIMESTAMP) {
            return 7;
        }
        if (timestamp == EARLIEST_LOCAL) {
            return 8;
        }
        if (timestamp == LATEST_TIERED) {
            return 9;
        }
        return timestamp == EARLIEST_PENDING_UPLOAD ? 11 : 1;
    }

    private static void search(
            PartitionView view, LogView log, long timestamp, boolean readCommitted, ListOffsetsPartitionResponse result)
            throws IOException {
        long end = readCommitted ? log.lastStableOffset() : log.highWatermark();
        if (timestamp == LATEST) {
            result.setOffset(end).setLeaderEpoch(view.info().leaderEpoch());
        } else if (timestamp == EARLIEST || timestamp == EARLIEST_LOCAL) {
            result.setOffset(log.logStartOffset()).setLeaderEpoch(firstEpoch(log));
        } else if (timestamp == MAX_TIMESTAMP) {
            found(log.highestTimestamp(end), result);
        } else if (timestamp != LATEST_TIERED && timestamp != EARLIEST_PENDING_UPLOAD) {
            found(log.firstAtOrAfter(timestamp, end), result);
        }
    }

    private static void found(Optional<FoundOffset> found, ListOffsetsPartitionResponse result) {
        found.ifPresent(
                f -> result.setOffset(f.offset()).setTimestamp(f.timestampMs()).setLeaderEpoch(f.leaderEpoch()));
    }

    /** The leader epoch of the first record: the smallest that ends behind the log start. */
    private static int firstEpoch(LogView log) {
        int low = 0;
        int high = log.latestLeaderEpoch();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (log.endOf(middle).endOffset() > log.logStartOffset()) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return high;
    }
}
