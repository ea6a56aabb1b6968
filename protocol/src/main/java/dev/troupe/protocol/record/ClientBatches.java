package dev.troupe.protocol.record;

import dev.troupe.protocol.record.ClientRecord.Header;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.Utils;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/** Records of applications as batches of format v2 and back; written uncompressed, read under every compression. */
public final class ClientBatches {
    private static final int INITIAL_BYTES = 1024;
    private static final short PRODUCER_EPOCH = 0;

    private ClientBatches() {}

    /**
     * What a read found.
     *
     * @param records from the offset asked for on
     * @param nextOffset where to read on, which may be further than the last record where others were compacted away
     */
    public record Content(List<ClientRecord> records, long nextOffset) {
        public Content {
            records = List.copyOf(records);
        }
    }

    /**
     * One batch of all of them, in order, of an idempotent producer whose epoch is 0.
     *
     * @param records at least one
     * @param producerId the producer's id
     * @param sequence the first record's sequence number
     */
    public static ByteString build(List<ClientRecord> records, long producerId, int sequence) {
        try (MemoryRecordsBuilder builder = MemoryRecords.builder(
                ByteBuffer.allocate(INITIAL_BYTES), Compression.NONE, 0, producerId, PRODUCER_EPOCH, sequence, false)) {
            for (ClientRecord each : records) {
                builder.append(each.timestampMs(), bytes(each.key()), bytes(each.value()), headers(each));
            }
            return ByteString.fromByteBuffer(builder.build().buffer());
        }
    }

    /**
     * The records in whole batches; control records are passed over.
     *
     * @param from the first offset wanted, as a batch may begin before it
     * @throws BadRecords if the bytes are damaged
     */
    public static Content read(ByteString batches, long from) throws BadRecords {
        ByteBuffer bytes = ByteBuffer.wrap(batches.toArray());
        return Decompression.step(() -> content(bytes, from));
    }

    private static Content content(ByteBuffer bytes, long from) {
        List<ClientRecord> found = new ArrayList<>();
        long next = from;
        for (MutableRecordBatch batch : MemoryRecords.readableRecords(bytes).batches()) {
            next = Math.max(next, batch.nextOffset());
            if (!batch.isControlBatch()) {
                for (Record record : batch) {
                    if (record.offset() >= from) {
                        found.add(record(record));
                    }
                }
            }
        }
        return new Content(found, next);
    }

    private static ClientRecord record(Record record) {
        return new ClientRecord(
                record.offset(),
                record.timestamp(),
                record.hasKey() ? ByteString.fromByteBuffer(record.key()) : null,
                record.hasValue() ? ByteString.fromByteBuffer(record.value()) : null,
                Arrays.stream(record.headers())
                        .map(header -> new Header(
                                header.key(), header.value() == null ? null : ByteString.fromArray(header.value())))
                        .toList());
    }

    private static RecordHeader[] headers(ClientRecord each) {
        return each.headers().stream()
                .map(header -> new RecordHeader(header.name(), bytes(header.value())))
                .toArray(RecordHeader[]::new);
    }

    /** The partition of a key, the one that Kafka's producers choose: records of one key meet whoever writes them. */
    public static int partitionOf(ByteString key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key.toArray())) % partitions;
    }

    private static byte @Nullable [] bytes(@Nullable ByteString bytes) {
        return bytes == null ? null : bytes.toArray();
    }
}
