package dev.troupe.persistence.log;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Makes record batches by hand, byte by byte, so that tests do not lean on the code they test. */
final class Batches {
    private final ByteArrayOutputStream records = new ByteArrayOutputStream();
    private long baseTimestamp = 1_000;
    private long maxTimestamp = -1;
    private long producerId = -1;
    private int producerEpoch = -1;
    private int sequence = -1;
    private int count;

    private Batches() {}

    /** One uncompressed batch of these values, with timestamp 1000. */
    static ByteBuffer of(String... values) {
        Batches batch = new Batches();
        for (String value : values) {
            batch.record(1_000, "k", value);
        }
        return batch.build();
    }

    static Batches batch() {
        return new Batches();
    }

    static Batches at(long baseTimestamp) {
        Batches batch = new Batches();
        batch.baseTimestamp = baseTimestamp;
        return batch;
    }

    Batches producer(long id, int epoch, int firstSequence) {
        producerId = id;
        producerEpoch = epoch;
        sequence = firstSequence;
        return this;
    }

    Batches record(long timestampMs, @Nullable String key, @Nullable String value) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(0);
        varlong(body, timestampMs - baseTimestamp);
        varlong(body, count++);
        bytes(body, key);
        bytes(body, value);
        varlong(body, 0);
        varlong(records, body.size());
        records.writeBytes(body.toByteArray());
        maxTimestamp = Math.max(maxTimestamp, timestampMs);
        return this;
    }

    ByteBuffer build() {
        ByteBuffer batch = ByteBuffer.allocate(61 + records.size());
        batch.putLong(0).putInt(49 + records.size()).putInt(-1).put((byte) 2).putInt(0);
        batch.putShort((short) 0).putInt(count - 1).putLong(baseTimestamp).putLong(maxTimestamp);
        batch.putLong(producerId)
                .putShort((short) producerEpoch)
                .putInt(sequence)
                .putInt(count);
        batch.put(records.toByteArray()).flip();
        CRC32C crc = new CRC32C();
        crc.update(batch.slice(21, batch.limit() - 21));
        return batch.putInt(17, (int) crc.getValue());
    }

    private static void bytes(ByteArrayOutputStream out, @Nullable String text) {
        if (text == null) {
            varlong(out, -1);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        varlong(out, bytes.length);
        out.writeBytes(bytes);
    }

    private static void varlong(ByteArrayOutputStream out, long value) {
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
