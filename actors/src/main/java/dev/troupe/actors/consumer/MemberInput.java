package dev.troupe.actors.consumer;

import dev.troupe.actors.group.GroupReply;
import java.util.Map;
import java.util.Set;

/** What happens to a member. */
sealed interface MemberInput {

    /** The application wants these topics, and no others; none for not being a member. */
    record Subscribe(Set<String> topics) implements MemberInput {}

    /** The coordinator, or what stands for it where it could not be reached, has answered. */
    record Answered(int attempt, GroupReply reply) implements MemberInput {}

    /** So many partitions have the topics of the group; those that are missing do not exist. */
    record Counted(int attempt, Map<String, Integer> counts) implements MemberInput {}

    /** The application has given up what it was to give up. */
    record Released(int attempt) implements MemberInput {}

    /** Time to ask again. */
    record TryAgain(int attempt) implements MemberInput {}

    /** Time for a sign of life. */
    record BeatDue() implements MemberInput {}

    /** Time to look whether topics have more partitions. */
    record CountDue() implements MemberInput {}

    /** The application is stuck, or wants to be no member any more. */
    record Leave(String reason) implements MemberInput {}
}
