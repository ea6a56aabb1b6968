package dev.troupe.persistence.log;

import dev.troupe.protocol.record.BatchFilter;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The newest offset of each key, in bounded memory: keys are known by a hash of 128 bits, which no two keys of a log share in
 * practice. Open addressing; grows up to its limit and then is full.
 */
final class KeyOffsets implements BatchFilter.Latest {
    private static final int SLOT_LONGS = 3;
    private static final int FIRST_SLOTS = 1 << 10;
    private static final long FREE = -1;

    private final MessageDigest digest = digest();
    private final long largestSlots;
    private long[] slots = emptySlots(FIRST_SLOTS);
    private int used;

    /**
     * An empty map.
     *
     * @param bytes how much memory it may come to take
     */
    KeyOffsets(long bytes) {
        this.largestSlots = Long.highestOneBit(Math.max(bytes / (SLOT_LONGS * Long.BYTES), FIRST_SLOTS));
    }

    /** Whether there is no room for as many new keys as a batch may bring. */
    boolean isFull(int moreKeys) {
        return used + (long) moreKeys > largestSlots * 3 / 4;
    }

    /** Notes that a key has a record at an offset, later than all noted before. */
    void put(ByteBuffer key, long offset) {
        if (used + 1 > slots.length / SLOT_LONGS * 3L / 4) {
            grow();
        }
        ByteBuffer hash = hash(key);
        if (store(slots, hash.getLong(0), hash.getLong(8), offset)) {
            used++;
        }
    }

    @Override
    public boolean isLatest(ByteBuffer key, long offset) {
        ByteBuffer hash = hash(key);
        int at = find(slots, hash.getLong(0), hash.getLong(8));
        return slots[at + 2] == FREE || slots[at + 2] <= offset;
    }

    private void grow() {
        long[] larger = emptySlots(slots.length / SLOT_LONGS * 2);
        for (int at = 0; at < slots.length; at += SLOT_LONGS) {
            if (slots[at + 2] != FREE) {
                store(larger, slots[at], slots[at + 1], slots[at + 2]);
            }
        }
        slots = larger;
    }

    private static boolean store(long[] slots, long high, long low, long offset) {
        int at = find(slots, high, low);
        boolean isNew = slots[at + 2] == FREE;
        slots[at] = high;
        slots[at + 1] = low;
        slots[at + 2] = offset;
        return isNew;
    }

    private static int find(long[] slots, long high, long low) {
        int mask = slots.length / SLOT_LONGS - 1;
        int slot = (int) high & mask;
        while (true) {
            int at = slot * SLOT_LONGS;
            if (slots[at + 2] == FREE || (slots[at] == high && slots[at + 1] == low)) {
                return at;
            }
            slot = (slot + 1) & mask;
        }
    }

    private ByteBuffer hash(ByteBuffer key) {
        digest.update(key.duplicate());
        return ByteBuffer.wrap(digest.digest());
    }

    private static long[] emptySlots(int count) {
        long[] slots = new long[count * SLOT_LONGS];
        Arrays.fill(slots, FREE);
        return slots;
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
