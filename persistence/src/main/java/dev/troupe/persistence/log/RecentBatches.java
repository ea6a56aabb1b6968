package dev.troupe.persistence.log;

import java.nio.channels.FileChannel;
import java.util.Optional;

/**
 * Where the last batches of the segment in use lie, so that who reads at the log end needs no look into the file. The appending
 * thread adds, any thread searches: what one of these was made with is never changed, the next one only fills the room behind
 * it.
 */
final class RecentBatches {
    static final RecentBatches NONE = new RecentBatches(new long[0], 0);

    private static final int FIRST_CAPACITY = 8;
    private static final int CAPACITY = 128;
    private static final int FIELDS = 3;
    private static final int BASE_OFFSET = 0;
    private static final int NEXT_OFFSET = 1;
    private static final int POSITION = 2;

    private final long[] entries;
    private final int count;

    private RecentBatches(long[] entries, int count) {
        this.entries = entries;
        this.count = count;
    }

    /**
     * These and one more; to be called once only of each.
     *
     * @param nextOffset the offset behind its last record
     * @param position where it starts in the segment, bytes
     */
    RecentBatches plus(long baseOffset, long nextOffset, long position) {
        int kept = count < CAPACITY ? count : CAPACITY / 2;
        long[] room = entries;
        if (kept < count || entries.length == count * FIELDS) {
            room = new long[Math.clamp(kept * 2L, FIRST_CAPACITY, CAPACITY) * FIELDS];
            System.arraycopy(entries, (count - kept) * FIELDS, room, 0, kept * FIELDS);
        }
        int at = kept * FIELDS;
        room[at + BASE_OFFSET] = baseOffset;
        room[at + NEXT_OFFSET] = nextOffset;
        room[at + POSITION] = position;
        return new RecentBatches(room, kept + 1);
    }

    /** Whether all that the segment has from this offset on is among these. */
    boolean covers(long offset) {
        return count > 0 && offset >= field(0, BASE_OFFSET);
    }

    /**
     * As {@link LogView#read}, of an offset that is covered.
     *
     * @param size bytes of the segment
     */
    Optional<LogSlice> read(
            FileChannel channel, long size, long offset, long limit, int maxBytes, boolean firstBatchAlways) {
        int first = firstAbove(offset);
        if (first == count || field(first, BASE_OFFSET) >= limit) {
            return Optional.empty();
        }
        long start = field(first, POSITION);
        int end = first;
        while (end < count && field(end, BASE_OFFSET) < limit && endOf(end, size) - start <= maxBytes) {
            end++;
        }
        if (end == first && !firstBatchAlways) {
            return Optional.empty();
        }
        int last = Math.max(first, end - 1);
        return Optional.of(new LogSlice(channel, start, (int) (endOf(last, size) - start)));
    }

    /** Number of the first batch that ends above an offset. */
    private int firstAbove(long offset) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (field(middle, NEXT_OFFSET) > offset) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private long endOf(int batch, long size) {
        return batch + 1 < count ? field(batch + 1, POSITION) : size;
    }

    private long field(int batch, int field) {
        return entries[batch * FIELDS + field];
    }
}
