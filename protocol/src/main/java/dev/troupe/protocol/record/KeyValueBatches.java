package dev.troupe.protocol.record;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;

/** Record sets of key and value for internal topics: built as one uncompressed batch of format v2, read in any format. */
public final class KeyValueBatches {
    private static final int BATCH_OVERHEAD = 61;
    /** At most: length, attributes, timestamp and offset deltas, the lengths of key and value, no headers. */
    private static final int RECORD_OVERHEAD = 32;

    private KeyValueBatches() {}

    /**
     * Builds one batch.
     *
     * @param timestampMs the time of all records
     * @param records at least one
     */
    public static ByteBuffer build(long timestampMs, List<KeyValue> records) {
        int size = BATCH_OVERHEAD
                + records.stream().mapToInt(KeyValueBatches::sizeOf).sum();
        try (MemoryRecordsBuilder builder =
                MemoryRecords.builder(ByteBuffer.allocate(size), Compression.NONE, TimestampType.CREATE_TIME, 0)) {
            for (KeyValue kv : records) {
                builder.append(timestampMs, kv.key(), kv.value());
            }
            return builder.build().buffer();
        }
    }

    /** The most bytes that a record takes in a batch. */
    public static int sizeOf(KeyValue kv) {
        ByteBuffer value = kv.value();
        return RECORD_OVERHEAD + kv.key().remaining() + (value == null ? 0 : value.remaining());
    }

    /**
     * Hands over each data record in order; control batches and records without a key are passed over.
     *
     * @param batches whole batches
     * @return the offset after the last batch, or -1 where there is none
     */
    public static long forEach(ByteBuffer batches, Consumer<KeyValue> each) {
        long next = -1;
        for (MutableRecordBatch batch : MemoryRecords.readableRecords(batches).batches()) {
            if (!batch.isControlBatch()) {
                readBatch(batch, each);
            }
            next = batch.nextOffset();
        }
        return next;
    }

    private static void readBatch(RecordBatch batch, Consumer<KeyValue> each) {
        for (Record record : batch) {
            if (record.hasKey()) {
                each.accept(new KeyValue(record.key(), record.hasValue() ? record.value() : null));
            }
        }
    }
}
