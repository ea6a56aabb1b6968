package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.record.RecordBatch;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BatchSearchTest {
    private static final Path FILE = Path.of("/file");

    private final FaultyFiles files = new FaultyFiles();

    @Test
    void findsABatchAtAnyByteAcrossTheWindows() throws Exception {
        ByteBuffer batch = Batches.of("a");
        for (int at : new int[] {0, 1, 65_475, 65_476, 65_477, 65_535, 65_536, 131_000}) {
            ByteBuffer content = ByteBuffer.allocate(at + batch.limit());
            content.position(at).put(batch.duplicate()).flip();
            assertThat(search(content, 0)).as("at %s", at).isEqualTo(at);
        }
    }

    @Test
    void passesOverBatchesThatAreBrokenOrOfOtherOffsets() throws Exception {
        ByteBuffer batch = Batches.of("a");
        assertThat(search(batch.duplicate(), 1)).isEqualTo(-1);
        assertThat(search(batch.duplicate().put(64, (byte) 99), 0)).isEqualTo(-1);
        assertThat(search(ByteBuffer.allocate(10), 0)).isEqualTo(-1);
    }

    @Test
    @Timeout(30)
    void givesUpOnBytesThatLookLikeBatchesWithoutEnd() throws Exception {
        ByteBuffer content = ByteBuffer.allocate(1 << 20);
        for (int at = 0; at + RecordBatch.HEADER_BYTES <= content.limit(); at += RecordBatch.HEADER_BYTES) {
            content.putInt(at + 8, content.limit() - at - RecordBatch.LENGTH_OVERHEAD);
            content.put(at + 16, RecordBatch.MAGIC);
        }
        assertThat(search(content, 0)).isNotNegative();
    }

    private long search(ByteBuffer content, long leastOffset) throws Exception {
        try (FileChannel channel = files.open(FILE, true)) {
            channel.truncate(0);
            channel.write(content.duplicate(), 0);
            return new BatchSearch(channel, content.limit(), leastOffset, Long.MAX_VALUE).from(0);
        }
    }
}
