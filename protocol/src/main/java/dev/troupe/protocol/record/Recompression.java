package dev.troupe.protocol.record;

import java.nio.ByteBuffer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;

/** Makes of a batch one with the same records under another compression ({@code compression.type} of a topic). */
final class Recompression {
    private Recompression() {}

    static RecordBatch recompress(RecordBatch batch, Codec codec) {
        ByteBuffer bytes = batch.buffer().slice(batch.start(), batch.sizeInBytes());
        MutableRecordBatch source =
                MemoryRecords.readableRecords(bytes).batches().iterator().next();
        try (MemoryRecordsBuilder builder = MemoryRecords.builder(
                ByteBuffer.allocate(batch.sizeInBytes()),
                RecordBatch.MAGIC,
                compression(codec),
                TimestampType.CREATE_TIME,
                batch.baseOffset(),
                -1,
                batch.producerId(),
                batch.producerEpoch(),
                batch.baseSequence(),
                batch.isTransactional(),
                batch.leaderEpoch())) {
            source.forEach(builder::append);
            return new RecordBatch(builder.build().buffer(), 0);
        }
    }

    /** The compression with its default effort. */
    static Compression compression(CompressionType type) {
        return Compression.of(type).build();
    }

    private static Compression compression(Codec codec) {
        return switch (codec.type()) {
            case NONE -> Compression.NONE;
            case GZIP -> Compression.gzip().level(codec.level()).build();
            case SNAPPY -> Compression.snappy().build();
            case LZ4 -> Compression.lz4().level(codec.level()).build();
            case ZSTD -> Compression.zstd().level(codec.level()).build();
        };
    }
}
