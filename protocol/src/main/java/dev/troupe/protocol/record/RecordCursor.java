package dev.troupe.protocol.record;

import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.utils.internals.BufferSupplier;

/**
 * Walks the records of a batch without making an object of any: each {@link #next} checks one record's structure and leaves
 * its numbers here.
 */
public final class RecordCursor implements AutoCloseable {
    private static final int CHUNK_BYTES = 8192;

    /** Decompressors want scratch buffers; a thread walks one batch at a time. */
    private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

    private final RecordBatch batch;
    private final ByteSource source;
    private final long timeBase;
    private final boolean appendTime;
    private int index = -1;
    private long timestamp;
    private int offsetDelta;
    private int keySize;
    private int valueSize;

    private RecordCursor(RecordBatch batch, ByteSource source) {
        this.batch = batch;
        this.source = source;
        this.appendTime = batch.isLogAppendTime();
        this.timeBase = appendTime ? batch.maxTimestamp() : batch.baseTimestamp();
    }

    /**
     * A cursor before the first record.
     *
     * @throws BadRecords if the records do not decompress
     */
    public static RecordCursor over(RecordBatch batch) throws BadRecords {
        ByteBuffer records = batch.records();
        if (!batch.isCompressed()) {
            return new RecordCursor(batch, new ByteSource.Plain(records));
        }
        Scratch scratch = SCRATCH.get();
        return new RecordCursor(
                batch, new ByteSource.Stream(decompress(batch, records, scratch.buffers), scratch.chunk));
    }

    /**
     * Goes to the next record.
     *
     * @return false after the last
     * @throws BadRecords if the bytes are no record
     */
    public boolean next() throws BadRecords {
        if (index + 1 == batch.count()) {
            return false;
        }
        index++;
        int length = varint();
        long begin = source.position();
        source.next();
        long timestampDelta = varlong();
        timestamp = appendTime ? timeBase : timeBase + timestampDelta;
        offsetDelta = varint();
        keySize = varint();
        skipNullable(keySize);
        valueSize = varint();
        skipNullable(valueSize);
        skipHeaders();
        if (source.position() - begin != length) {
            throw new BadRecords("record " + index + " is not as long as it says");
        }
        return true;
    }

    /** Whether nothing follows the record the cursor is at. */
    boolean atEnd() throws BadRecords {
        return source.atEnd();
    }

    /** The record's number in its batch, from 0. */
    public int index() {
        return index;
    }

    public long offset() {
        return batch.baseOffset() + offsetDelta;
    }

    int offsetDelta() {
        return offsetDelta;
    }

    public long timestampMs() {
        return timestamp;
    }

    public boolean hasKey() {
        return keySize >= 0;
    }

    public boolean hasValue() {
        return valueSize >= 0;
    }

    @Override
    public void close() {
        source.close();
    }

    private void skipHeaders() throws BadRecords {
        int headers = varint();
        if (headers < 0) {
            throw new BadRecords("record " + index + " has a negative number of headers");
        }
        for (int i = 0; i < headers; i++) {
            int nameSize = varint();
            if (nameSize < 0) {
                throw new BadRecords("record " + index + " has a header without name");
            }
            source.skip(nameSize);
            skipNullable(varint());
        }
    }

    private void skipNullable(int size) throws BadRecords {
        if (size < -1) {
            throw new BadRecords("record " + index + " has a field of negative size");
        }
        if (size > 0) {
            source.skip(size);
        }
    }

    private int varint() throws BadRecords {
        long value = varlong();
        if (value != (int) value) {
            throw new BadRecords("record " + index + " has a number that is too large");
        }
        return (int) value;
    }

    private long varlong() throws BadRecords {
        byte read = source.next();
        if (read >= 0) {
            return zigzag(read);
        }
        long value = read & 0x7f;
        for (int shift = 7; shift < 70; shift += 7) {
            read = source.next();
            value |= (long) (read & 0x7f) << shift;
            if (read >= 0) {
                return zigzag(value);
            }
        }
        throw new BadRecords("record " + index + " has a number that does not end");
    }

    private static long zigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }

    private static InputStream decompress(RecordBatch batch, ByteBuffer records, BufferSupplier buffers)
            throws BadRecords {
        CompressionType type = CompressionType.forId(batch.codecId());
        if (type == CompressionType.SNAPPY) {
            SnappyFraming.check(records);
        }
        return Decompression.step(() -> Compression.of(type).build().wrapForInput(records, RecordBatch.MAGIC, buffers));
    }

    private static final class Scratch {
        private final BufferSupplier buffers = BufferSupplier.create();
        private final byte[] chunk = new byte[CHUNK_BYTES];
    }
}
