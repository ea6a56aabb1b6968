package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.PartitionView;
import dev.troupe.cluster.kafka.FileRegionRecords;
import dev.troupe.cluster.kafka.handlers.PartitionLookup.Found;
import dev.troupe.persistence.log.EpochEnd;
import dev.troupe.persistence.log.LogSlice;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.log.OffsetOutOfRange;
import dev.troupe.protocol.ErrorCode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchResponseData.EpochEndOffset;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what one partition has for a fetch (L3, L5, L11): index look-ups only, the records stay where they are. */
public final class PartitionReader {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionReader.class);

    private final PartitionLookup lookup;

    PartitionReader(PartitionLookup lookup) {
        this.lookup = lookup;
    }

    /**
     * Reads, and has the partition's scope told of the next change.
     *
     * @param maxBytes what is left of the response
     * @param firstBatchAlways whether the response is still empty
     * @param readCommitted whether open transactions hide what comes after their begin
     */
    PartitionData read(FetchedPartition fetched, int maxBytes, boolean firstBatchAlways, boolean readCommitted) {
        FetchedPartition.Key key = fetched.key();
        Found found = lookup.find(key.topic(), key.topicId(), key.partition());
        HostedPartition replica = found.replica();
        if (replica == null) {
            return refused(key.partition(), found.error());
        }
        // Before the view is looked at: what is published from then on is told.
        fetched.watch(replica);
        PartitionView view = replica.view();
        FetchPartition wanted = fetched.wanted();
        ErrorCode error = PartitionLookup.serves(view, wanted.currentLeaderEpoch());
        LogView log = view.log();
        if (error != ErrorCode.NONE || log == null) {
            return refused(key.partition(), error);
        }
        PartitionData data = watermarks(key.partition(), log, readCommitted);
        try {
            return read(
                    data, log, wanted, Math.min(maxBytes, wanted.partitionMaxBytes()), firstBatchAlways, readCommitted);
        } catch (OffsetOutOfRange e) {
            return data.setErrorCode(ErrorCode.OFFSET_OUT_OF_RANGE.code());
        } catch (IOException e) {
            LOG.warn("Reading {} at offset {} failed: {}", replica.partition(), wanted.fetchOffset(), e.toString());
            return refused(key.partition(), ErrorCode.KAFKA_STORAGE_ERROR);
        }
    }

    /** Whether {@link #read} needs no file, so that any thread may call it. */
    boolean isInMemory(FetchedPartition fetched) {
        FetchedPartition.Key key = fetched.key();
        HostedPartition replica =
                lookup.find(key.topic(), key.topicId(), key.partition()).replica();
        LogView log = replica == null ? null : replica.view().log();
        return log == null || log.isInMemory(fetched.wanted().fetchOffset());
    }

    private static PartitionData read(
            PartitionData data,
            LogView log,
            FetchPartition wanted,
            int maxBytes,
            boolean firstBatchAlways,
            boolean readCommitted)
            throws IOException, OffsetOutOfRange {
        long offset = wanted.fetchOffset();
        if (offset < log.logStartOffset() || offset > log.logEndOffset()) {
            throw new OffsetOutOfRange(offset, log.logStartOffset(), log.logEndOffset());
        }
        if (diverges(data, log, wanted)) {
            return data;
        }
        long end = readCommitted ? log.lastStableOffset() : log.highWatermark();
        if (offset >= end) {
            return data;
        }
        Optional<LogSlice> slice = log.read(offset, end, Math.max(0, maxBytes), firstBatchAlways);
        return slice.isPresent() ? data.setRecords(new FileRegionRecords(slice.get())) : data;
    }

    /** Whether the client has records of a leader epoch that ended earlier here (KIP-595). */
    private static boolean diverges(PartitionData data, LogView log, FetchPartition wanted) throws OffsetOutOfRange {
        if (wanted.lastFetchedEpoch() < 0) {
            return false;
        }
        EpochEnd end = log.endOf(wanted.lastFetchedEpoch());
        if (end.endOffset() < 0) {
            throw new OffsetOutOfRange(wanted.fetchOffset(), log.logStartOffset(), log.logEndOffset());
        }
        boolean diverges = end.leaderEpoch() < wanted.lastFetchedEpoch() || end.endOffset() < wanted.fetchOffset();
        if (diverges) {
            data.setDivergingEpoch(
                    new EpochEndOffset().setEpoch(end.leaderEpoch()).setEndOffset(end.endOffset()));
        }
        return diverges;
    }

    private static PartitionData watermarks(int partition, LogView log, boolean readCommitted) {
        return new PartitionData()
                .setPartitionIndex(partition)
                .setHighWatermark(log.highWatermark())
                .setLastStableOffset(log.lastStableOffset())
                .setLogStartOffset(log.logStartOffset())
                .setAbortedTransactions(readCommitted ? List.of() : null)
                .setRecords(MemoryRecords.EMPTY);
    }

    private static PartitionData refused(int partition, ErrorCode error) {
        return new PartitionData()
                .setPartitionIndex(partition)
                .setErrorCode(error.code())
                .setHighWatermark(-1)
                .setRecords(MemoryRecords.EMPTY);
    }
}
