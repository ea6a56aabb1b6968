package dev.troupe.cluster.management.desk;

import dev.troupe.protocol.RemoteMessage;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.ActorRef;

/** What the desks of two nodes say to each other, and what one is told on its own node. */
sealed interface DeskMessage {

    /**
     * A question to another node.
     *
     * @param number tells its answer from others
     */
    record Question(long number, Asked asked, ActorRef<DeskMessage> replyTo) implements DeskMessage, RemoteMessage {}

    /** The answer to a question. */
    record Answer(long number, Answered answered) implements DeskMessage, RemoteMessage {}

    /** Somebody on this node wants to know something of another. */
    record Ask(int nodeId, Asked asked, CompletableFuture<Answered> answer) implements DeskMessage {}

    /** A question has waited for its answer long enough. */
    record Overdue(long number) implements DeskMessage {}
}
