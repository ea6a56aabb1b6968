package dev.troupe.actors.consumer;

import dev.troupe.actors.group.GroupRequest;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.util.Set;

/** What a member has to do about it. */
sealed interface MemberEffect {

    /** Ask the coordinator. */
    record Ask(int attempt, GroupRequest<?> request) implements MemberEffect {}

    /** Ask how many partitions these topics have. */
    record Count(int attempt, Set<String> topics) implements MemberEffect {}

    /** Wait a moment, then try again. */
    record Wait(int attempt) implements MemberEffect {}

    /** Have the application give these up, and say when it has. */
    record Revoke(int attempt, Set<TopicPartition> partitions) implements MemberEffect {}

    /** These are gone already: others may have them. */
    record Lose(Set<TopicPartition> partitions) implements MemberEffect {}

    /** These are the member's from now on, beside what it has. */
    record Assign(Set<TopicPartition> added) implements MemberEffect {}

    /** The membership is over, and asking again would not help. */
    record Fail(ErrorCode error) implements MemberEffect {}
}
