package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an append leaves to the collector: so little that no copy of the batch can be among it. */
class AppendCostTest {
    private static final int WARM_UP = 500;
    private static final int APPENDS = 1_000;

    @TempDir
    private Path root;

    @Test
    void allocatesAFractionOfWhatItAppends() throws Exception {
        LogWorld world = new LogWorld(root);
        ByteBuffer batch = batchOf(16, 1_000);
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        append(world, batch, WARM_UP);
        long before = thread.getCurrentThreadAllocatedBytes();
        append(world, batch, APPENDS);
        long each = (thread.getCurrentThreadAllocatedBytes() - before) / APPENDS;
        assertThat(each).as("bytes allocated in each append").isLessThan(batch.limit() / 4);
    }

    private static void append(LogWorld world, ByteBuffer batch, int count) {
        for (int i = 0; i < count; i++) {
            world.append(batch.duplicate());
        }
    }

    /** In a direct buffer, as the network hands them over. */
    private static ByteBuffer batchOf(int records, int bytes) {
        Batches batch = Batches.batch();
        for (int i = 0; i < records; i++) {
            batch.record(1000, "k", "v".repeat(bytes));
        }
        ByteBuffer built = batch.build();
        return ByteBuffer.allocateDirect(built.limit()).put(built).flip();
    }
}
