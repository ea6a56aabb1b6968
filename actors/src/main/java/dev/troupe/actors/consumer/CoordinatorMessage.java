package dev.troupe.actors.consumer;

import dev.troupe.protocol.TopicPartition;
import java.util.Map;
import org.apache.pekko.Done;
import org.apache.pekko.actor.typed.ActorRef;

/** What a consumer's coordinator actor is told. */
sealed interface CoordinatorMessage {

    /** Something that changes the membership. */
    record Member(MemberInput input) implements CoordinatorMessage {}

    /** Some broker did not know how many partitions there are. */
    record NotCounted(int attempt) implements CoordinatorMessage {}

    /** Commit; those that wait go in the order they came. */
    record Commit(Map<TopicPartition, Long> offsets, boolean untilDone, ActorRef<CommitResult> replyTo)
            implements CoordinatorMessage {}

    /** The commit under way was answered. */
    record CommitAnswered(CommitResult result) implements CoordinatorMessage {}

    /** Time to try the commit under way again. */
    record CommitAgain() implements CoordinatorMessage {}

    /** Leave and end. */
    record Stop(ActorRef<Done> replyTo) implements CoordinatorMessage {}
}
