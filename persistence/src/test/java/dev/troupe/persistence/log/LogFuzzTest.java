package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.record.RecordBatch;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random bytes and mutated batches, as clients and leaders may hand them over: bounded time, and never a bad batch taken. */
class LogFuzzTest {
    private static final Path ROOT = Path.of("/logs");
    private static final int ROUNDS = 20_000;

    @Test
    @Timeout(60)
    void takesNoBatchThatIsNotWhole() throws Exception {
        Random random = new Random(1);
        LogWorld world = new LogWorld(ROOT, new FaultyFiles(), "segment.bytes", "100000");
        for (int round = 0; round < ROUNDS; round++) {
            ByteBuffer batch = random.nextInt(4) == 0 ? noise(random) : mutated(random);
            boolean good = isGood(batch);
            long end = world.log.view().logEndOffset();

            AppendResult result = world.append(batch);

            if (!good) {
                assertThat(result).as("round %s", round).isInstanceOf(AppendResult.Refused.class);
                assertThat(world.log.view().logEndOffset()).isEqualTo(end);
            }
            assertThat(world.log.failure()).isEmpty();
        }
        assertThat(world.append(Batches.of("still here"))).isInstanceOf(AppendResult.Appended.class);
        assertAllWhole(world);
    }

    @Test
    @Timeout(60)
    void takesNothingFromALeaderThatIsNotWhole() throws Exception {
        Random random = new Random(2);
        LogWorld world = new LogWorld(ROOT, new FaultyFiles(), "segment.bytes", "100000");
        for (int round = 0; round < ROUNDS; round++) {
            world.log.appendReplicated(random.nextInt(4) == 0 ? noise(random) : mutated(random));
            assertThat(world.log.failure()).isEmpty();
        }
        long next = 0;
        for (RecordBatch batch : world.read(0)) {
            // A leader's batches may have gaps between them, where compaction has been.
            assertThat(batch.hasRightChecksum()).isTrue();
            assertThat(batch.baseOffset()).isGreaterThanOrEqualTo(next);
            next = batch.nextOffset();
        }
    }

    private static void assertAllWhole(LogWorld world) throws Exception {
        long next = 0;
        for (RecordBatch batch : world.read(0)) {
            assertThat(batch.hasRightChecksum()).isTrue();
            assertThat(batch.baseOffset()).isEqualTo(next);
            assertThat(LogFile.records(batch)).hasSize(batch.count());
            next = batch.nextOffset();
        }
        assertThat(next).isEqualTo(world.log.view().logEndOffset());
    }

    private static ByteBuffer noise(Random random) {
        byte[] bytes = new byte[1 + random.nextInt(300)];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static ByteBuffer mutated(Random random) {
        ByteBuffer batch = Batches.batch()
                .record(1000, "key", "v".repeat(random.nextInt(50)))
                .record(1001, null, "w")
                .build();
        for (int i = random.nextInt(3); i >= 0; i--) {
            batch.put(random.nextInt(batch.limit()), (byte) random.nextInt());
        }
        if (random.nextInt(3) == 0) {
            batch.limit(random.nextInt(batch.limit()) + 1);
        }
        if (random.nextInt(3) == 0 && batch.limit() >= RecordBatch.HEADER_BYTES) {
            // A client that is wrong and sums up what it sends.
            CRC32C crc = new CRC32C();
            crc.update(batch.slice(21, batch.limit() - 21));
            batch.putInt(17, (int) crc.getValue());
        }
        return batch;
    }

    /** Judged by the bytes alone: whole, with the right checksum, two records that can be read. */
    private static boolean isGood(ByteBuffer bytes) throws Exception {
        if (bytes.limit() < RecordBatch.HEADER_BYTES) {
            return false;
        }
        RecordBatch batch = new RecordBatch(bytes, 0);
        return batch.magic() == RecordBatch.MAGIC && batch.sizeInBytes() == bytes.limit() && batch.hasRightChecksum();
    }
}
