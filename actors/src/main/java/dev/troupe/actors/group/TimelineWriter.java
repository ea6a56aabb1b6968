package dev.troupe.actors.group;

import dev.troupe.actors.group.TimelineNote.Begun;
import dev.troupe.actors.group.TimelineNote.Happened;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes of what a decision brought about what a person wants to read: one note for one thing that happened, the trigger of a
 * rebalance before its consequences, and how long each phase took and who came last.
 */
final class TimelineWriter {
    private static final int NAMED = 5;
    private static final double NANOS_IN_SECOND = 1e9;

    private long phaseBegan;
    private boolean rebalancing;
    private @Nullable String lastToCome;

    List<TimelineNote> write(long nowMs, long nanos, List<? extends GroupEvent> events, GroupState after) {
        List<TimelineNote> notes = new ArrayList<>();
        GroupEvent.@Nullable RebalanceStarted started = null;
        int triggers = 0;
        for (GroupEvent event : events) {
            if (event instanceof GroupEvent.RebalanceStarted e) {
                started = e;
                begin(nanos);
            } else {
                note(nowMs, nanos, event).ifPresent(notes::add);
                triggers = isTrigger(event) ? notes.size() : triggers;
            }
        }
        if (started != null) {
            if (triggers == 0) {
                notes.addFirst(happened(nowMs, "%s", started.cause()));
                triggers = 1;
            }
            if (!after.members().isEmpty()) {
                notes.set(triggers - 1, begun(notes.get(triggers - 1), started, after));
            }
        }
        return notes;
    }

    /** Members come and go with a rebalance; the last of them stands before what follows. */
    private static boolean isTrigger(GroupEvent event) {
        return (event instanceof GroupEvent.MemberJoined joined
                        && joined.member().fresh())
                || event instanceof GroupEvent.MemberRemoved
                || event instanceof GroupEvent.MemberReplaced;
    }

    private void begin(long nanos) {
        phaseBegan = nanos;
        rebalancing = true;
        lastToCome = null;
    }

    private static Begun begun(TimelineNote trigger, GroupEvent.RebalanceStarted started, GroupState after) {
        List<String> awaited = new ArrayList<>(after.core().pending());
        if (after instanceof GroupState.PreparingRebalance) {
            after.members().all().stream()
                    .filter(member -> !member.joining())
                    .map(Member::id)
                    .forEach(awaited::add);
        }
        int named = Math.min(NAMED, awaited.size());
        return new Begun(
                trigger,
                started.gathering(),
                List.copyOf(awaited.subList(0, named)),
                awaited.size() - named,
                started.withinMs());
    }

    private Optional<TimelineNote> note(long nowMs, long nanos, GroupEvent event) {
        return Optional.ofNullable(
                switch (event) {
                    case GroupEvent.MemberJoined e -> joined(nowMs, e);
                    case GroupEvent.MemberRemoved e -> happened(nowMs, "member %s is out: %s", e.memberId(), e.cause());
                    case GroupEvent.MemberReplaced e ->
                        happened(
                                nowMs,
                                "static member %s returned from %s, and %s is fenced",
                                e.member().id(),
                                host(e.member()),
                                e.oldMemberId());
                    case GroupEvent.LeaderChosen e -> happened(nowMs, "member %s leads from now on", e.memberId());
                    case GroupEvent.GenerationFormed e -> formed(nowMs, nanos, e);
                    case GroupEvent.GenerationCompleted e -> completed(nowMs, nanos, e);
                    case GroupEvent.OffsetsRemoved e ->
                        happened(
                                nowMs,
                                "offsets of %s partitions removed: %s",
                                e.partitions().size(),
                                e.cause());
                    case GroupEvent.GroupDeleted e -> happened(nowMs, "group deleted: %s", e.cause());
                    case GroupEvent.RebalanceStarted e -> null;
                    case GroupEvent.OffsetsCommitted e -> null;
                    case GroupEvent.MemberIdGiven e -> null;
                    case GroupEvent.MemberIdForgotten e ->
                        happened(nowMs, "member id %s was not used and is forgotten", e.memberId());
                    case GroupEvent.ProtocolTypeTaken e -> null;
                    case GroupEvent.MemberSynced e -> null;
                    case GroupEvent.GroupAbandoned e -> null;
                });
    }

    /** Who only comes back says so with the generation, where it was the last one. */
    private @Nullable TimelineNote joined(long nowMs, GroupEvent.MemberJoined event) {
        Member member = event.member();
        lastToCome = member.id();
        if (!member.fresh()) {
            return null;
        }
        return event.reason().isEmpty()
                ? happened(nowMs, "member %s joined from %s", member.id(), host(member))
                : happened(nowMs, "member %s joined from %s (%s)", member.id(), host(member), event.reason());
    }

    private TimelineNote formed(long nowMs, long nanos, GroupEvent.GenerationFormed event) {
        double seconds = sincePhaseBegan(nanos);
        return lastToCome == null
                ? happened(
                        nowMs,
                        "generation %s formed with %s after %.3f s",
                        event.generation(),
                        event.protocol(),
                        seconds)
                : happened(
                        nowMs,
                        "generation %s formed with %s after %.3f s, the last to come was %s",
                        event.generation(),
                        event.protocol(),
                        seconds,
                        lastToCome);
    }

    private @Nullable TimelineNote completed(long nowMs, long nanos, GroupEvent.GenerationCompleted event) {
        int generation = event.group().generation();
        boolean was = rebalancing;
        rebalancing = false;
        if (event.group().members().isEmpty()) {
            return happened(nowMs, "generation %s: nobody is left", generation);
        }
        // Without a rebalance it is a static member's new id that is kept.
        return was
                ? happened(
                        nowMs,
                        "generation %s is stable: %s assigned its %s members after %.3f s more",
                        generation,
                        String.valueOf(event.group().leader()),
                        event.group().members().size(),
                        sincePhaseBegan(nanos))
                : null;
    }

    /** How long the phase that ends now took; the next begins. */
    private double sincePhaseBegan(long nanos) {
        double seconds = (nanos - phaseBegan) / NANOS_IN_SECOND;
        phaseBegan = nanos;
        return seconds;
    }

    /** Kafka's format has a slash before an address. */
    private static String host(Member member) {
        String host = member.clientHost();
        return host.startsWith("/") ? host.substring(1) : host;
    }

    private static Happened happened(long atMs, String wording, Object... parts) {
        return new Happened(atMs, wording, List.of(parts));
    }
}
