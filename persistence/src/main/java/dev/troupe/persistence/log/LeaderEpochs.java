package dev.troupe.persistence.log;

import java.util.Arrays;
import java.util.List;

/**
 * At which offset each leader epoch began (KIP-101): immutable, in rising order of both.
 *
 * @param entries the epochs that the log has records of, and perhaps one that has only begun
 */
record LeaderEpochs(List<Entry> entries) {
    static final LeaderEpochs NONE = new LeaderEpochs(List.of());

    /** One epoch and the offset of its first record. */
    record Entry(int epoch, long startOffset) {}

    /** As this, and {@code epoch} begins at {@code startOffset}; epochs that would begin there or later go. */
    LeaderEpochs begin(int epoch, long startOffset) {
        if (!entries.isEmpty() && entries.getLast().epoch() >= epoch) {
            return this;
        }
        Entry[] kept =
                entries.stream().filter(e -> e.startOffset() < startOffset).toArray(Entry[]::new);
        Entry[] next = Arrays.copyOf(kept, kept.length + 1);
        next[kept.length] = new Entry(epoch, startOffset);
        return new LeaderEpochs(List.of(next));
    }

    /** As this, for a log that now ends at {@code endOffset}. */
    LeaderEpochs truncateTo(long endOffset) {
        return entries.isEmpty() || entries.getLast().startOffset() < endOffset
                ? this
                : new LeaderEpochs(entries.stream()
                        .filter(e -> e.startOffset() < endOffset)
                        .toList());
    }

    /** As this, for a log that now starts at {@code startOffset}: the epoch of that offset begins there. */
    LeaderEpochs startAt(long startOffset) {
        int first = 0;
        while (first + 1 < entries.size() && entries.get(first + 1).startOffset() <= startOffset) {
            first++;
        }
        if (entries.isEmpty() || entries.get(first).startOffset() >= startOffset) {
            return this;
        }
        Entry[] next = entries.subList(first, entries.size()).toArray(Entry[]::new);
        next[0] = new Entry(next[0].epoch(), startOffset);
        return new LeaderEpochs(List.of(next));
    }

    /** The largest epoch that begins below {@code endOffset}, -1 where there is none. */
    int latestBefore(long endOffset) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).startOffset() < endOffset) {
                return entries.get(i).epoch();
            }
        }
        return -1;
    }

    /** The largest epoch, -1 where there is none. */
    int latest() {
        return entries.isEmpty() ? -1 : entries.getLast().epoch();
    }

    /** Where {@code epoch} ends in a log that ends at {@code logEndOffset} (KIP-279). */
    EpochEnd endOf(int epoch, long logEndOffset) {
        if (epoch < 0 || epoch > latest()) {
            return new EpochEnd(-1, -1);
        }
        if (epoch == latest()) {
            return new EpochEnd(epoch, logEndOffset);
        }
        int floor = -1;
        for (Entry entry : entries) {
            if (entry.epoch() > epoch) {
                return new EpochEnd(floor < 0 ? epoch : floor, entry.startOffset());
            }
            floor = entry.epoch();
        }
        throw new IllegalStateException("epoch " + epoch + " is below the latest of " + entries + " and above all");
    }
}
