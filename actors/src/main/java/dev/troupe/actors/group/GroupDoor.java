package dev.troupe.actors.group;

import java.util.Optional;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * The way to a group's actor for as long as it has one, and what any thread may know of the group meanwhile.
 *
 * <p>A group that nobody asks for gives its actor up. No request may be lost by that, and none may overtake an earlier one that is
 * still on its way to the old actor. So the actor closes its own door, in two steps: it calls {@link #lastCall}, and once it
 * has handled all that was before it in its mailbox, {@link #close}s unless somebody came through meanwhile.
 */
final class GroupDoor {
    private final GroupTimeline timeline;
    private volatile GroupSummary summary;
    private @Nullable ActorRef<GroupCommand> actor;
    private boolean used;

    GroupDoor(GroupSummary summary, GroupTimeline timeline) {
        this.summary = summary;
        this.timeline = timeline;
    }

    synchronized void open(ActorRef<GroupCommand> opened) {
        actor = opened;
    }

    /** The actor, until the door is closed. */
    synchronized Optional<ActorRef<GroupCommand>> actor() {
        return Optional.ofNullable(actor);
    }

    /** Sends the group something; false where its door is closed. */
    synchronized boolean tell(GroupCommand command) {
        used = true;
        if (actor == null) {
            return false;
        }
        actor.tell(command);
        return true;
    }

    /** From now on it counts whether somebody comes. */
    synchronized void lastCall() {
        used = false;
    }

    /** Closes for good, unless somebody has come since the last call. */
    synchronized boolean close() {
        if (!used) {
            actor = null;
        }
        return !used;
    }

    GroupTimeline timeline() {
        return timeline;
    }

    GroupSummary summary() {
        return summary;
    }

    /** Called by the group's own actor after a change. */
    void publish(GroupSummary now) {
        summary = now;
    }
}
