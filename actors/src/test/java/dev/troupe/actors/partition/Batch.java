package dev.troupe.actors.partition;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;

/** Record batches as a producer sends them. */
final class Batch {
    private Batch() {}

    static ByteBuffer of(String... values) {
        return MemoryRecords.withRecords(
                        Compression.NONE,
                        Arrays.stream(values)
                                .map(value -> new SimpleRecord(1_000L, null, value.getBytes(StandardCharsets.UTF_8)))
                                .toArray(SimpleRecord[]::new))
                .buffer();
    }
}
