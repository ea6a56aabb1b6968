package dev.troupe.persistence.log;

import java.io.IOException;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** The bytes of one file of {@link FaultyFiles}, and how they stood when they were last forced to disk. */
final class MemoryFile {
    private final FaultyFiles owner;
    private byte[] bytes = new byte[0];
    private byte[] forced = new byte[0];

    MemoryFile(FaultyFiles owner) {
        this.owner = owner;
    }

    byte[] bytes() {
        return bytes;
    }

    void write(byte[] added, long position) throws IOException {
        boolean stops = owner.stopsInWrite();
        int count = stops ? added.length / 2 : added.length;
        int end = (int) position + count;
        byte[] next = Arrays.copyOf(bytes, Math.max(bytes.length, end));
        System.arraycopy(added, 0, next, (int) position, count);
        bytes = next;
        if (stops) {
            throw new FaultyFiles.Crash();
        }
    }

    void truncate(long size) throws IOException {
        owner.truncating();
        bytes = Arrays.copyOf(bytes, (int) Math.min(size, bytes.length));
    }

    void force() throws IOException {
        if (owner.stopsInForce()) {
            throw new FaultyFiles.Crash();
        }
        forced = bytes;
    }

    /** Loses some of what was written behind the part that was forced. */
    void forget(RandomGenerator random) {
        int safe = Arrays.mismatch(bytes, forced);
        int kept = safe < 0 ? bytes.length : safe;
        bytes = Arrays.copyOf(bytes, kept + random.nextInt(bytes.length - kept + 1));
        forced = bytes;
    }
}
