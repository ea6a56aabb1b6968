package dev.troupe.actors.group;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The last hundred things that happened to a group, in words (G15). Its actor writes, any thread reads. There may be tens of
 * thousands of groups, so an entry is kept as the parts it is made of, which mostly exist anyway, and is worded when read.
 */
public final class GroupTimeline {
    private static final int LENGTH = 100;

    /** One of them. */
    public record Entry(Instant at, String what) {}

    private final Deque<Note> notes = new ArrayDeque<>(1);

    GroupTimeline() {}

    synchronized void add(long nowMs, GroupEvent event) {
        note(nowMs, event).ifPresent(note -> {
            if (notes.size() == LENGTH) {
                notes.remove();
            }
            notes.add(note);
        });
    }

    /** All of them, the oldest first. */
    synchronized List<Entry> entries() {
        return notes.stream()
                .map(note -> new Entry(
                        Instant.ofEpochMilli(note.atMs),
                        note.wording.formatted(note.subject, note.detail, note.number)))
                .toList();
    }

    private static Optional<Note> note(long atMs, GroupEvent event) {
        return switch (event) {
            case GroupEvent.RebalanceStarted e -> note(atMs, "rebalance: %s", e.cause(), "", 0);
            case GroupEvent.MemberJoined e ->
                note(
                        atMs,
                        "member %s joined from %s",
                        e.member().id(),
                        e.member().clientHost(),
                        0);
            case GroupEvent.MemberRemoved e -> note(atMs, "member %s is out: %s", e.memberId(), e.cause(), 0);
            case GroupEvent.MemberReplaced e ->
                note(
                        atMs,
                        "static member %s returned, and %s is fenced",
                        e.member().id(),
                        e.oldMemberId(),
                        0);
            case GroupEvent.LeaderChosen e -> note(atMs, "member %s leads", e.memberId(), "", 0);
            case GroupEvent.GenerationFormed e ->
                note(atMs, "generation %3$d formed with protocol %s", e.protocol(), "", e.generation());
            case GroupEvent.GenerationCompleted e
            when e.group().members().isEmpty() ->
                note(atMs, "generation %3$d: nobody is left", "", "", e.group().generation());
            case GroupEvent.GenerationCompleted e ->
                note(
                        atMs,
                        "generation %3$d has its assignment",
                        "",
                        "",
                        e.group().generation());
            case GroupEvent.OffsetsRemoved e ->
                note(
                        atMs,
                        "offsets of %3$d partitions removed: %s",
                        e.cause(),
                        "",
                        e.partitions().size());
            case GroupEvent.GroupDeleted e -> note(atMs, "group deleted: %s", e.cause(), "", 0);
            case GroupEvent.OffsetsCommitted e -> Optional.empty();
            case GroupEvent.MemberIdGiven e -> Optional.empty();
            case GroupEvent.MemberIdForgotten e -> Optional.empty();
            case GroupEvent.ProtocolTypeTaken e -> Optional.empty();
            case GroupEvent.MemberSynced e -> Optional.empty();
            case GroupEvent.GroupAbandoned e -> Optional.empty();
        };
    }

    private static Optional<Note> note(long atMs, String wording, String subject, String detail, int number) {
        return Optional.of(new Note(atMs, wording, subject, detail, number));
    }

    /** An entry before it is worded. */
    private record Note(long atMs, String wording, String subject, String detail, int number) {}
}
