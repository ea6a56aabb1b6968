package dev.troupe.actors.group;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The last hundred things that happened to a group, in words (G15). Its actor writes, any thread reads. There may be tens of
 * thousands of groups, so an entry is kept as the parts it is made of, which mostly exist anyway, and is worded when read.
 */
public final class GroupTimeline {
    private static final int LENGTH = 100;

    /** One of them. */
    public record Entry(Instant at, String what) {}

    private final Deque<TimelineNote> notes = new ArrayDeque<>(1);
    private final TimelineWriter writer = new TimelineWriter();

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

    /** All of them, the oldest first. */
    synchronized List<Entry> entries() {
        return notes.stream()
                .map(note -> new Entry(Instant.ofEpochMilli(note.atMs()), note.words()))
                .toList();
    }
}
