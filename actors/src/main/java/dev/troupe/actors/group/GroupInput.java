package dev.troupe.actors.group;

import java.util.Set;

/** What a group's logic decides on: a client's request, or something that time and the cluster bring. */
public sealed interface GroupInput permits GroupRequest, GroupInput.Notice {

    /** Nobody waits for an answer to it. */
    sealed interface Notice extends GroupInput {}

    /** A timer that an earlier decision started has run out. */
    record TimerFired(GroupTimer timer) implements Notice {}

    /** The group's events are replayed, and it begins to serve. */
    record Recovered() implements Notice {}

    /** Topics are gone: so are their offsets (R2). */
    record TopicsDeleted(Set<String> topics) implements Notice {
        public TopicsDeleted {
            topics = Set.copyOf(topics);
        }
    }

    /** Time to look for expired offsets (G12). */
    record ExpiryDue() implements Notice {}
}
