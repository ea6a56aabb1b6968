package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * How the largest timestamp of a segment grew: entries of a timestamp (8 bytes) and the relative last offset of the batch that
 * brought it (4 bytes). Everything before that batch is older.
 */
final class TimeIndex {
    static final int ENTRY_BYTES = 12;

    private final SparseIndex entries;
    private final long baseOffset;

    private TimeIndex(SparseIndex entries, long baseOffset) {
        this.entries = entries;
        this.baseOffset = baseOffset;
    }

    static TimeIndex empty(Files files, Path file, long baseOffset) {
        return new TimeIndex(SparseIndex.empty(files, file, ENTRY_BYTES), baseOffset);
    }

    static TimeIndex load(Files files, Path file, long baseOffset) throws IOException {
        return new TimeIndex(SparseIndex.load(files, file, ENTRY_BYTES), baseOffset);
    }

    /** Notes that the largest timestamp so far came with the batch that ends with {@code lastOffset}; no entry where it is no news. */
    void append(long timestampMs, long lastOffset) {
        SparseIndex.Entries now = entries.entries();
        if (now.count() == 0 || timestampMs > now.bytes().getLong((now.count() - 1) * ENTRY_BYTES)) {
            int relative = (int) (lastOffset - baseOffset);
            entries.append((bytes, at) -> bytes.putLong(at, timestampMs).putInt(at + 8, relative));
        }
    }

    /** The last offset of a batch before which everything is older than {@code timestampMs}; the base offset where none is known. */
    long offsetBefore(long timestampMs) {
        SparseIndex.Entries now = entries.entries();
        int found = lastAtMost(now, timestampMs);
        return found < 0 ? baseOffset : offsetAt(now, found);
    }

    /** The largest timestamp noted, -1 where there is none. */
    long lastTimestamp() {
        SparseIndex.Entries now = entries.entries();
        return now.count() == 0 ? -1 : now.bytes().getLong((now.count() - 1) * ENTRY_BYTES);
    }

    /** The last offset of the batch that brought the largest timestamp; the base offset where there is none. */
    long lastOffset() {
        SparseIndex.Entries now = entries.entries();
        return now.count() == 0 ? baseOffset : offsetAt(now, now.count() - 1);
    }

    /** Drops what is about offsets at or above {@code offset}. */
    void truncateTo(long offset) {
        SparseIndex.Entries now = entries.entries();
        int count = now.count();
        while (count > 0 && offsetAt(now, count - 1) >= offset) {
            count--;
        }
        entries.truncate(count);
    }

    int sizeInBytes() {
        return entries.count() * ENTRY_BYTES;
    }

    SparseIndex file() {
        return entries;
    }

    private long offsetAt(SparseIndex.Entries now, int number) {
        return baseOffset + now.bytes().getInt(number * ENTRY_BYTES + 8);
    }

    private static int lastAtMost(SparseIndex.Entries now, long limit) {
        ByteBuffer bytes = now.bytes();
        int low = -1;
        int high = now.count() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (bytes.getLong(middle * ENTRY_BYTES) <= limit) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
