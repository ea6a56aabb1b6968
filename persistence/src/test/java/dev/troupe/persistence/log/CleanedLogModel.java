package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.record.BatchFilter;
import dev.troupe.protocol.record.RecordBatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a log was given, kept in a plain map, and what must be left of it where retention and compaction have been. */
final class CleanedLogModel {
    private final long tombstoneMs;
    private final NavigableMap<Long, Entry> appended = new TreeMap<>();
    private final NavigableMap<Long, Entry> unsure = new TreeMap<>();

    /**
     * One record.
     *
     * @param batch the offset its batch begins at
     * @param isTombstone whether it has no value
     * @param timeMs when it was appended
     */
    record Entry(long batch, String key, boolean isTombstone, long timeMs) {
        private boolean isLike(Entry other) {
            return key.equals(other.key) && isTombstone == other.isTombstone;
        }
    }

    CleanedLogModel(long tombstoneMs) {
        this.tombstoneMs = tombstoneMs;
    }

    /** The offset after the last record that was acknowledged. */
    long end() {
        return appended.isEmpty() ? 0 : appended.lastKey() + 1;
    }

    /** These were acknowledged; what was cut off before is gone for certain then. */
    void append(NavigableMap<Long, Entry> batch) {
        unsure.tailMap(batch.firstKey(), true).clear();
        appended.putAll(batch);
    }

    /** These were not acknowledged, but may be on disk. */
    void mayHave(NavigableMap<Long, Entry> batch) {
        unsure.tailMap(batch.firstKey(), true).clear();
        unsure.putAll(batch);
    }

    /** The log is about to be cut, by whole batches. A stop in the middle may leave anything between all and what was to stay. */
    void cut(LogView view, long end) throws Exception {
        Optional<LogSlice> holder = view.read(end, Long.MAX_VALUE, 1, true);
        long from = holder.isPresent()
                ? Math.min(end, LogWorld.batches(holder.get()).getFirst().baseOffset())
                : end;
        unsure.putAll(appended.tailMap(from, true));
        appended.tailMap(from, true).clear();
    }

    /** From now on only what is left is asked for: what compaction took does not come back when what replaced it is cut off. */
    void forgetAllBut(LogView view) throws Exception {
        appended.keySet().retainAll(left(view).keySet());
    }

    /** The log was opened again and ends here. */
    void settle(long end) {
        appended.tailMap(end, true).clear();
        unsure.headMap(end).forEach(appended::putIfAbsent);
        unsure.clear();
    }

    /** Holds a log against I3, I7 to I12 and I15. */
    void check(LogView view, boolean compacted, long nowMs, String where) throws Exception {
        assertThat(view.logEndOffset()).as("I3 %s", where).isGreaterThanOrEqualTo(end());
        assertThat(view.logStartOffset()).as("I15 %s", where).isLessThanOrEqualTo(view.highWatermark());
        NavigableMap<Long, Entry> left = left(view);
        left.forEach((offset, entry) -> assertThat(appended.get(offset))
                .as("I7 %s, offset %s: %s", where, offset, entry)
                .isNotNull()
                .matches(entry::isLike));
        NavigableMap<Long, Entry> asked = appended.tailMap(view.logStartOffset(), true);
        if (compacted) {
            Map<String, Long> last = lastOfEachKey(asked);
            Map<String, Long> lastLeft = lastOfEachKey(left);
            last.forEach((key, offset) -> {
                if (!isExpired(Objects.requireNonNull(asked.get(offset)), nowMs)) {
                    assertThat(lastLeft).as("I8, I12 %s", where).containsEntry(key, offset);
                } else if (lastLeft.containsKey(key)) {
                    assertThat(lastLeft).as("I11 %s", where).containsEntry(key, offset);
                }
            });
        } else {
            assertThat(left.keySet()).as("I8 %s", where).containsAll(asked.keySet());
        }
        for (long offset = view.logStartOffset(); offset < view.logEndOffset(); offset += 5) {
            assertThat(firstFrom(view, offset)).as("I9 %s", where).isEqualTo(left.ceilingKey(offset));
        }
    }

    private boolean isExpired(Entry entry, long nowMs) {
        return entry.isTombstone() && nowMs - entry.timeMs() >= tombstoneMs;
    }

    private static Map<String, Long> lastOfEachKey(NavigableMap<Long, Entry> entries) {
        Map<String, Long> last = new HashMap<>();
        entries.forEach((offset, entry) -> last.put(entry.key(), offset));
        return last;
    }

    private static NavigableMap<Long, Entry> left(LogView view) throws Exception {
        NavigableMap<Long, Entry> left = new TreeMap<>();
        long next = 0;
        for (RecordBatch batch : LogWorld.read(view, view.logStartOffset(), 300)) {
            assertThat(batch.hasRightChecksum()).isTrue();
            assertThat(batch.baseOffset()).isGreaterThanOrEqualTo(next);
            next = batch.nextOffset();
            left.putAll(entries(batch));
        }
        left.headMap(view.logStartOffset()).clear();
        return left;
    }

    private static NavigableMap<Long, Entry> entries(RecordBatch batch) throws Exception {
        List<String> keys = new ArrayList<>();
        BatchFilter.forEachKey(
                batch,
                (key, offset) ->
                        keys.add(StandardCharsets.UTF_8.decode(key.duplicate()).toString()));
        NavigableMap<Long, Entry> entries = new TreeMap<>();
        for (LogFile.Item item : LogFile.records(batch)) {
            entries.put(item.offset(), new Entry(batch.baseOffset(), keys.get(entries.size()), !item.hasValue(), 0));
        }
        return entries;
    }

    /** The first record at or above an offset, as a consumer finds it that asks for that offset. */
    private static @Nullable Long firstFrom(LogView view, long offset) throws Exception {
        long at = offset;
        while (true) {
            Optional<LogSlice> slice = view.read(at, Long.MAX_VALUE, 1, true);
            if (slice.isEmpty()) {
                return null;
            }
            RecordBatch batch = LogWorld.batches(slice.get()).getFirst();
            Long found = entries(batch).ceilingKey(offset);
            if (found != null) {
                return found;
            }
            at = batch.nextOffset();
        }
    }
}
