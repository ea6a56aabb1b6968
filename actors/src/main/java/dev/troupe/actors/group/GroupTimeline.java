package dev.troupe.actors.group;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The last hundred things that happened to a group, in words (G15). Its actor writes, any thread reads. */
public final class GroupTimeline {
    private static final int LENGTH = 100;

    /** One of them. */
    public record Entry(Instant at, String what) {}

    private final Deque<Entry> entries = new ArrayDeque<>(4);

    GroupTimeline() {}

    synchronized void add(Instant now, GroupEvent event) {
        describe(event).ifPresent(what -> {
            if (entries.size() == LENGTH) {
                entries.remove();
            }
            entries.add(new Entry(now, what));
        });
    }

    /** All of them, the oldest first. */
    synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    private static Optional<String> describe(GroupEvent event) {
        return switch (event) {
            case GroupEvent.RebalanceStarted e -> Optional.of("rebalance: " + e.cause());
            case GroupEvent.MemberJoined e ->
                Optional.of("member " + e.member().id() + " joined from "
                        + e.member().clientHost());
            case GroupEvent.MemberRemoved e -> Optional.of("member " + e.memberId() + " is out: " + e.cause());
            case GroupEvent.MemberReplaced e ->
                Optional.of("static member " + e.member().instanceId() + " is "
                        + e.member().id() + " now, and " + e.oldMemberId() + " is fenced");
            case GroupEvent.LeaderChosen e -> Optional.of("member " + e.memberId() + " leads");
            case GroupEvent.GenerationFormed e ->
                Optional.of("generation " + e.generation() + " formed with protocol " + e.protocol());
            case GroupEvent.GenerationCompleted e ->
                Optional.of("generation " + e.group().generation() + " complete with "
                        + e.group().members().size() + " members");
            case GroupEvent.OffsetsRemoved e ->
                Optional.of("offsets of " + e.partitions().size() + " partitions removed: " + e.cause());
            case GroupEvent.GroupDeleted e -> Optional.of("group deleted: " + e.cause());
            case GroupEvent.OffsetsCommitted e -> Optional.empty();
            case GroupEvent.MemberIdGiven e -> Optional.empty();
            case GroupEvent.MemberIdForgotten e -> Optional.empty();
            case GroupEvent.ProtocolTypeTaken e -> Optional.empty();
            case GroupEvent.MemberSynced e -> Optional.empty();
            case GroupEvent.GroupAbandoned e -> Optional.empty();
        };
    }
}
