package dev.troupe.protocol.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Bytes of records, one after the other; a batch is walked the same way whether it lies open or has to be decompressed. */
interface ByteSource extends AutoCloseable {

    /** The next byte, as it is stored. */
    byte next() throws BadRecords;

    /** Passes over bytes. */
    void skip(int count) throws BadRecords;

    /** How many bytes were taken or passed over so far. */
    long position();

    /** Whether nothing is left. */
    boolean atEnd() throws BadRecords;

    @Override
    void close();

    /** Records that are not compressed, where they lie. */
    final class Plain implements ByteSource {
        private final ByteBuffer bytes;
        private final int end;
        private int at;

        Plain(ByteBuffer bytes) {
            this.bytes = bytes;
            this.at = bytes.position();
            this.end = bytes.limit();
        }

        @Override
        public byte next() throws BadRecords {
            if (at >= end) {
                throw new BadRecords("the batch ends within a record");
            }
            return bytes.get(at++);
        }

        @Override
        public void skip(int count) throws BadRecords {
            if (count > end - at) {
                throw new BadRecords("the batch ends within a record");
            }
            at += count;
        }

        @Override
        public long position() {
            return at;
        }

        @Override
        public boolean atEnd() {
            return at == end;
        }

        @Override
        public void close() {}
    }

    /** Records coming out of a decompressor, a chunk at a time, so that they need not be in memory at once. */
    final class Stream implements ByteSource {
        private final InputStream in;
        private final byte[] chunk;
        private int at;
        private int filled;
        private long before;

        Stream(InputStream in, byte[] chunk) {
            this.in = in;
            this.chunk = chunk;
        }

        @Override
        public byte next() throws BadRecords {
            if (at == filled && !fill()) {
                throw new BadRecords("the batch ends within a record");
            }
            return chunk[at++];
        }

        @Override
        public void skip(int count) throws BadRecords {
            int left = count;
            while (left > filled - at) {
                left -= filled - at;
                at = filled;
                if (!fill()) {
                    throw new BadRecords("the batch ends within a record");
                }
            }
            at += left;
        }

        @Override
        public long position() {
            return before + at;
        }

        @Override
        public boolean atEnd() throws BadRecords {
            return at == filled && !fill();
        }

        private boolean fill() throws BadRecords {
            before += filled;
            at = 0;
            filled = 0;
            int read = Decompression.step(() -> in.read(chunk, 0, chunk.length));
            filled = Math.max(read, 0);
            return read > 0;
        }

        @Override
        public void close() {
            try {
                in.close();
            } catch (IOException ignored) {
                // Closing a decompressor over memory returns its buffers; it has nothing to write.
            }
        }
    }
}
