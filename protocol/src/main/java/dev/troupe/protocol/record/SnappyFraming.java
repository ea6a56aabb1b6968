package dev.troupe.protocol.record;

import java.nio.ByteBuffer;

/**
 * Looks at the lengths in snappy data before anything is decompressed: the decompressor allocates what they say, and a batch of
 * a few bytes must not cost half a gigabyte.
 */
final class SnappyFraming {
    private static final byte[] MAGIC = {(byte) 0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};
    private static final int HEADER_BYTES = 16;
    private static final int MAGIC_AS_INT = 0x82534e41;

    /** Snappy's longest copy is 64 bytes from 3, so nothing honest grows more. */
    private static final int LARGEST_GROWTH = 64;

    private SnappyFraming() {}

    /** Fails unless all lengths are possible ones. */
    static void check(ByteBuffer data) throws BadRecords {
        if (!startsWithMagic(data)) {
            checkBlock(data, data.position(), data.remaining());
            return;
        }
        int at = data.position() + HEADER_BYTES;
        while (at < data.limit()) {
            if (data.limit() - at < Integer.BYTES) {
                throw new BadRecords("the snappy data is cut short");
            }
            int length = data.getInt(at);
            at += Integer.BYTES;
            if (length == MAGIC_AS_INT) {
                at += HEADER_BYTES - Integer.BYTES;
            } else {
                if (length < 0 || length > data.limit() - at) {
                    throw new BadRecords("a snappy block of " + length + " bytes is longer than the batch");
                }
                checkBlock(data, at, length);
                at += length;
            }
        }
    }

    /** A block begins with its decompressed length, seven bits a byte, the lowest first. */
    private static void checkBlock(ByteBuffer data, int from, int length) throws BadRecords {
        long decompressed = 0;
        for (int i = 0; i < Math.min(length, 5); i++) {
            byte next = data.get(from + i);
            decompressed |= (long) (next & 0x7f) << (7 * i);
            if (next >= 0) {
                if (decompressed > (long) length * LARGEST_GROWTH) {
                    throw new BadRecords("a snappy block of " + length + " bytes claims to hold " + decompressed);
                }
                return;
            }
        }
        throw new BadRecords("a snappy block does not tell its length");
    }

    private static boolean startsWithMagic(ByteBuffer data) {
        if (data.remaining() < HEADER_BYTES) {
            return false;
        }
        for (int i = 0; i < MAGIC.length; i++) {
            if (data.get(data.position() + i) != MAGIC[i]) {
                return false;
            }
        }
        return true;
    }
}
