package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Where in a segment some of its batches start: entries of relative last offset and position, four bytes each. */
final class OffsetIndex {
    static final int ENTRY_BYTES = 8;

    private final SparseIndex entries;
    private final long baseOffset;

    private OffsetIndex(SparseIndex entries, long baseOffset) {
        this.entries = entries;
        this.baseOffset = baseOffset;
    }

    /**
     * What an entry says; the beginning of the segment where there is none.
     *
     * @param lastOffset of the batch
     * @param position where it starts
     */
    record Entry(long lastOffset, int position) {}

    static OffsetIndex empty(Files files, Path file, long baseOffset) {
        return new OffsetIndex(SparseIndex.empty(files, file, ENTRY_BYTES), baseOffset);
    }

    static OffsetIndex load(Files files, Path file, long baseOffset) throws IOException {
        return new OffsetIndex(SparseIndex.load(files, file, ENTRY_BYTES), baseOffset);
    }

    /** A batch that ends with {@code lastOffset} starts at {@code position}. */
    void append(long lastOffset, int position) {
        int relative = (int) (lastOffset - baseOffset);
        entries.append((bytes, at) -> bytes.putInt(at, relative).putInt(at + 4, position));
    }

    /** The last entry of a batch that ends at or below {@code offset}: from there on a scan meets the batch that holds it. */
    Entry atMost(long offset) {
        SparseIndex.Entries now = entries.entries();
        return entry(now, lastAtMost(now, 0, offset - baseOffset));
    }

    /** The last entry whose position is not above {@code limit}. */
    Entry positionAtMost(long limit) {
        SparseIndex.Entries now = entries.entries();
        return entry(now, lastAtMost(now, 4, limit));
    }

    private Entry entry(SparseIndex.Entries now, int number) {
        int at = number * ENTRY_BYTES;
        return number < 0
                ? new Entry(baseOffset - 1, 0)
                : new Entry(baseOffset + now.bytes().getInt(at), now.bytes().getInt(at + 4));
    }

    /** Whether the entries rise and point into a file of that size, as those of an index do that belongs to it. */
    boolean isPlausible(long fileSize) {
        ByteBuffer bytes = entries.entries().bytes();
        int end = entries.count() * ENTRY_BYTES;
        long offset = -1;
        long position = -1;
        for (int at = 0; at < end; at += ENTRY_BYTES) {
            if (bytes.getInt(at) <= offset || bytes.getInt(at + 4) <= position || bytes.getInt(at + 4) >= fileSize) {
                return false;
            }
            offset = bytes.getInt(at);
            position = bytes.getInt(at + 4);
        }
        return true;
    }

    /** Drops what is about offsets at or above {@code offset}. */
    void truncateTo(long offset) {
        entries.truncate(lastAtMost(entries.entries(), 0, offset - baseOffset - 1) + 1);
    }

    int sizeInBytes() {
        return entries.count() * ENTRY_BYTES;
    }

    SparseIndex file() {
        return entries;
    }

    private static int lastAtMost(SparseIndex.Entries now, int field, long limit) {
        ByteBuffer bytes = now.bytes();
        int low = -1;
        int high = now.count() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (bytes.getInt(middle * ENTRY_BYTES + field) <= limit) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
