package dev.troupe.protocol.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.record.BatchVerdict.Accepted;
import dev.troupe.protocol.record.BatchVerdict.Rejected;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BatchCheckTest {
    private static final long NOW = 1_700_000_000_000L;
    private static final BatchRules RULES = rules(false, false, null);
    private static final int MAGIC_AT = 16;
    private static final int CRC_AT = 17;
    private static final int ATTRIBUTES_AT = 21;
    private static final int MAX_TIMESTAMP_AT = 35;
    private static final int COUNT_AT = 57;
    private static final int RECORDS_AT = 61;

    @ParameterizedTest
    @EnumSource
    void acceptsABatchOfEachCompression(CompressionType type) {
        ByteBuffer batch = batch(type, record(NOW, "k", "v".repeat(20_000)), record(NOW + 1, null, null));
        assertThat(BatchCheck.check(batch, RULES, NOW)).isInstanceOf(Accepted.class);
    }

    @ParameterizedTest
    @EnumSource
    void refusesRecordsThatCannotBeRead(CompressionType type) {
        ByteBuffer batch = batch(type, record(NOW, "k", "some value"), record(NOW, "k", "other value"));
        for (int i = RECORDS_AT; i < batch.limit(); i++) {
            batch.put(i, (byte) 0x55);
        }
        assertThat(errorOf(fixChecksum(batch), RULES)).isEqualTo(ErrorCode.INVALID_RECORD);
    }

    @ParameterizedTest
    @EnumSource
    void survivesAnyDamage(CompressionType type) {
        Random random = new Random(5);
        for (int i = 0; i < 500; i++) {
            ByteBuffer batch = batch(type, record(NOW, "key", "some value"), record(NOW, "key", "other value"));
            int hits = 1 + random.nextInt(4);
            for (int hit = 0; hit < hits; hit++) {
                batch.put(ATTRIBUTES_AT + random.nextInt(batch.limit() - ATTRIBUTES_AT), (byte) random.nextInt());
            }
            assertThat(BatchCheck.check(fixChecksum(batch), RULES, NOW)).isNotNull();
        }
    }

    @Test
    void refusesWhatIsNotExactlyOneBatch() {
        ByteBuffer one = batch(CompressionType.NONE, record(NOW, "k", "v"));
        ByteBuffer two = ByteBuffer.allocate(2 * one.limit())
                .put(one.duplicate())
                .put(one.duplicate())
                .flip();
        ByteBuffer cut = one.duplicate().limit(one.limit() - 3);

        assertThat(errorOf(ByteBuffer.allocate(0), RULES)).isEqualTo(ErrorCode.INVALID_RECORD);
        assertThat(errorOf(two, RULES)).isEqualTo(ErrorCode.INVALID_RECORD);
        assertThat(errorOf(cut, RULES)).isEqualTo(ErrorCode.INVALID_RECORD);
    }

    @Test
    void refusesOtherFormats() {
        ByteBuffer batch = batch(CompressionType.NONE, record(NOW, "k", "v"));
        assertThat(errorOf(batch.put(MAGIC_AT, (byte) 1), RULES)).isEqualTo(ErrorCode.INVALID_RECORD);
        assertThat(errorOf(batch.put(MAGIC_AT, (byte) 9), RULES)).isEqualTo(ErrorCode.CORRUPT_MESSAGE);
    }

    @Test
    void refusesAWrongChecksum() {
        ByteBuffer batch = batch(CompressionType.NONE, record(NOW, "k", "value"));
        batch.put(batch.limit() - 3, (byte) 'x');
        assertThat(errorOf(batch, RULES)).isEqualTo(ErrorCode.CORRUPT_MESSAGE);
    }

    @Test
    void refusesAWrongCount() {
        ByteBuffer batch = batch(CompressionType.NONE, record(NOW, "k", "a"), record(NOW, "k", "b"));
        batch.putInt(COUNT_AT, 3);
        assertThat(errorOf(fixChecksum(batch), RULES)).isEqualTo(ErrorCode.INVALID_RECORD);
    }

    @Test
    void refusesWhatIsTooLarge() {
        assertThat(errorOf(batch(CompressionType.NONE, record(NOW, "k", "v".repeat(100_001))), RULES))
                .isEqualTo(ErrorCode.MESSAGE_TOO_LARGE);
    }

    @Test
    void refusesRecordsWithoutKeyWhereTheTopicIsCompacted() {
        ByteBuffer batch = batch(CompressionType.LZ4, record(NOW, "k", "v"), record(NOW, null, "v"));
        Rejected rejected = (Rejected) BatchCheck.check(batch, rules(true, false, null), NOW);
        assertThat(rejected.error()).isEqualTo(ErrorCode.INVALID_RECORD);
        assertThat(rejected.records()).extracting(BatchVerdict.BadRecord::index).containsExactly(1);
    }

    @Test
    void refusesTimesOutOfRange() {
        assertThat(errorOf(batch(CompressionType.NONE, record(NOW + 60_001, "k", "v")), RULES))
                .isEqualTo(ErrorCode.INVALID_TIMESTAMP);
        assertThat(errorOf(batch(CompressionType.NONE, record(NOW - 60_001, "k", "v")), RULES))
                .isEqualTo(ErrorCode.INVALID_TIMESTAMP);
        assertThat(BatchCheck.check(
                        batch(CompressionType.NONE, record(NOW + 60_001, "k", "v")), rules(false, true, null), NOW))
                .isInstanceOf(Accepted.class);
    }

    @Test
    void stampsTheBrokersTime() {
        ByteBuffer batch = batch(CompressionType.GZIP, record(5, "k", "v"));
        Accepted accepted = (Accepted) BatchCheck.check(batch, rules(false, true, null), NOW);
        assertThat(accepted.appendTimeMs()).isEqualTo(NOW);
        assertThat(accepted.batch().isLogAppendTime()).isTrue();
        assertThat(accepted.batch().maxTimestamp()).isEqualTo(NOW);
        assertThat(accepted.batch().hasRightChecksum()).isTrue();
    }

    @Test
    void correctsAMisstatedLargestTimestamp() {
        ByteBuffer batch = batch(CompressionType.NONE, record(NOW, "k", "v"));
        batch.putLong(MAX_TIMESTAMP_AT, 1);
        Accepted accepted = (Accepted) BatchCheck.check(fixChecksum(batch), RULES, NOW);
        assertThat(accepted.batch().maxTimestamp()).isEqualTo(NOW);
        assertThat(accepted.batch().hasRightChecksum()).isTrue();
    }

    @Test
    void compressesAsTheTopicDemands() {
        BatchRules gzip = rules(false, false, new Codec(Codec.Type.GZIP, -1));
        ByteBuffer records = MemoryRecords.withIdempotentRecords(
                        Compression.NONE, 7, (short) 2, 30, record(NOW, "k", "a"), record(NOW, "k", "b"))
                .buffer();
        RecordBatch batch = ((Accepted) BatchCheck.check(records, gzip, NOW)).batch();
        assertThat(batch.codecId()).isEqualTo(1);
        assertThat(batch.hasRightChecksum()).isTrue();
        assertThat(batch.producerId()).isEqualTo(7);
        assertThat(batch.baseSequence()).isEqualTo(30);
        assertThat(batch.lastSequence()).isEqualTo(31);
    }

    private static ErrorCode errorOf(ByteBuffer records, BatchRules rules) {
        return ((Rejected) BatchCheck.check(records, rules, NOW)).error();
    }

    private static BatchRules rules(boolean compacted, boolean appendTime, @Nullable Codec codec) {
        return new BatchRules(100_000, compacted, appendTime, 60_000, 60_000, codec);
    }

    private static ByteBuffer batch(CompressionType type, SimpleRecord... records) {
        return MemoryRecords.withRecords(Compression.of(type).build(), records).buffer();
    }

    private static SimpleRecord record(long timestamp, @Nullable String key, @Nullable String value) {
        return new SimpleRecord(
                timestamp,
                key == null ? null : key.getBytes(StandardCharsets.UTF_8),
                value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    private static ByteBuffer fixChecksum(ByteBuffer batch) {
        CRC32C crc = new CRC32C();
        crc.update(batch.slice(ATTRIBUTES_AT, batch.limit() - ATTRIBUTES_AT));
        return batch.putInt(CRC_AT, (int) crc.getValue());
    }
}
