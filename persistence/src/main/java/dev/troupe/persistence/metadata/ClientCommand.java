package dev.troupe.persistence.metadata;

import dev.troupe.persistence.raft.RaftSettings;
import dev.troupe.protocol.RemoteMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.typed.ActorRef;

/** What the journal's client is told. */
sealed interface ClientCommand {

    /** Change the journal; completes the promise. */
    record Write(JournalOperation operation, CompletableFuture<JournalAnswer> promise) implements ClientCommand {}

    /** Ask the journal; completes the promise. */
    record Read(JournalQuestion question, CompletableFuture<JournalAnswer> promise) implements ClientCommand {}

    /** Who votes. */
    record Configure(RaftSettings settings, List<Integer> voters) implements ClientCommand {}

    /** A voter can be reached there. */
    record Found(int node, ActorRef<VoterCommand> voter) implements ClientCommand {}

    /** That node's process has ended. */
    record Lost(int node) implements ClientCommand {}

    /** A voter's answer. */
    record Answered(long id, JournalAnswer answer) implements ClientCommand, RemoteMessage {}

    /** That voter does not lead; {@code leader} is who does as far as it knows, or -1. */
    record NotLeader(long id, int leader) implements ClientCommand, RemoteMessage {}

    /** Time to try that one again; {@code unanswered}: whom it was sent to has not answered. */
    record Retry(long id, boolean unanswered) implements ClientCommand {}
}
