package dev.troupe.actors.group;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last hundred things that happened to a group, in words (G15). Its actor writes, any thread reads. There may be tens of
 * thousands of groups, so an entry is kept as the parts it is made of, which mostly exist anyway, and is worded when read.
 */
public final class GroupTimeline {
    private static final int LENGTH = 100;
    private static final int SHORT_LENGTH = 4;

    /** One of them. */
    public record Entry(Instant at, String what) {}

    private Deque<TimelineNote> notes = new ArrayDeque<>(1);
    private final TimelineWriter writer = new TimelineWriter();
    private int forgotten;

    GroupTimeline() {}

    /**
     * What one decision brought about.
     *
     * @param nowMs wall clock, to be shown
     * @param nanos monotonic clock, for durations
     * @param after the state that the events led to
     */
    synchronized void add(long nowMs, long nanos, List<? extends GroupEvent> events, GroupState after) {
        for (TimelineNote note : writer.write(nowMs, nanos, events, after)) {
            if (notes.size() == LENGTH) {
                notes.remove();
            }
            notes.add(note);
        }
    }

    /** Forgets all but the last few, as nobody asks for the group. */
    synchronized void shorten() {
        int surplus = Math.max(0, notes.size() - SHORT_LENGTH);
        forgotten += surplus;
        notes = new ArrayDeque<>(notes.stream().skip(surplus).toList());
    }

    /** All of them, the oldest first; the first one says so where earlier ones are forgotten. */
    synchronized List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        if (forgotten > 0 && !notes.isEmpty()) {
            entries.add(entry(
                    notes.getFirst(), forgotten + " earlier entries are forgotten, as nobody asked for the group"));
        }
        notes.forEach(note -> entries.add(entry(note, note.words())));
        return entries;
    }

    private static Entry entry(TimelineNote note, String what) {
        return new Entry(Instant.ofEpochMilli(note.atMs()), what);
    }
}
