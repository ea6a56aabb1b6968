package dev.troupe.protocol.record;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes records out of a batch, as compaction does (BEHAVIOUR L10): those that stay keep their offsets, and the batch keeps its
 * range of offsets, so that nobody who reads it sees the difference but for what is missing.
 */
public final class BatchFilter {
    private static final long NO_TIMESTAMP = -1;

    private final Latest latest;
    private final long nowMs;
    private final long tombstoneMs;

    /**
     * A filter.
     *
     * @param latest knows the records that others have replaced
     * @param nowMs the time
     * @param tombstoneMs how long a record without value stays after it was first met here
     */
    public BatchFilter(Latest latest, long nowMs, long tombstoneMs) {
        this.latest = latest;
        this.nowMs = nowMs;
        this.tombstoneMs = tombstoneMs;
    }

    /** Knows the newest record of each key. */
    @FunctionalInterface
    public interface Latest {
        /** Whether no later record has this key. */
        boolean isLatest(ByteBuffer key, long offset);
    }

    /** Hears of the keys in a batch. */
    @FunctionalInterface
    public interface KeyConsumer {
        void key(ByteBuffer key, long offset);
    }

    /** Shows the keys of a batch in order; records without key are passed over. */
    public static void forEachKey(RecordBatch batch, KeyConsumer consumer) throws BadRecords {
        if (!batch.isControl()) {
            for (Record record : records(batch)) {
                if (record.hasKey()) {
                    consumer.key(record.key(), record.offset());
                }
            }
        }
    }

    /**
     * What is left of a batch.
     *
     * @return the same batch where all of it stays, null where nothing does
     */
    public @Nullable RecordBatch apply(RecordBatch batch) throws BadRecords {
        if (batch.isControl()) {
            return batch;
        }
        List<Record> records = records(batch);
        boolean tombstones = records.stream().anyMatch(record -> !record.hasValue());
        OptionalLong known = batch.deleteHorizonMs();
        long horizon = known.orElse(tombstones ? saturatedSum(nowMs, tombstoneMs) : NO_TIMESTAMP);
        List<Record> kept = new ArrayList<>(records.size());
        for (Record record : records) {
            if (record.hasKey()
                    && latest.isLatest(record.key(), record.offset())
                    && (record.hasValue() || nowMs < horizon)) {
                kept.add(record);
            }
        }
        if (kept.isEmpty()) {
            return null;
        }
        boolean same = kept.size() == records.size() && (known.isPresent() || !tombstones);
        return same ? batch : rewrite(batch, kept, kept.stream().allMatch(Record::hasValue) ? NO_TIMESTAMP : horizon);
    }

    private static RecordBatch rewrite(RecordBatch batch, List<Record> kept, long horizon) {
        try (MemoryRecordsBuilder builder = new MemoryRecordsBuilder(
                new ByteBufferOutputStream(batch.sizeInBytes()),
                RecordBatch.MAGIC,
                Recompression.compression(CompressionType.forId(batch.codecId())),
                batch.isLogAppendTime() ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME,
                batch.baseOffset(),
                batch.isLogAppendTime() ? batch.maxTimestamp() : NO_TIMESTAMP,
                batch.producerId(),
                batch.producerEpoch(),
                batch.baseSequence(),
                batch.isTransactional(),
                false,
                batch.leaderEpoch(),
                Integer.MAX_VALUE,
                horizon)) {
            kept.forEach(record -> builder.appendWithOffset(record.offset(), record));
            builder.overrideLastOffset(batch.lastOffset());
            return new RecordBatch(builder.build().buffer(), 0);
        }
    }

    private static List<Record> records(RecordBatch batch) throws BadRecords {
        ByteBuffer bytes = batch.buffer().slice(batch.start(), batch.sizeInBytes());
        return Decompression.step(() -> {
            List<Record> records = new ArrayList<>(batch.count());
            MemoryRecords.readableRecords(bytes).records().forEach(records::add);
            return records;
        });
    }

    private static long saturatedSum(long a, long b) {
        return b > Long.MAX_VALUE - a ? Long.MAX_VALUE : a + b;
    }
}
