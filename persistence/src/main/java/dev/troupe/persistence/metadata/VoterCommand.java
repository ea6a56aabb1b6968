package dev.troupe.persistence.metadata;

import dev.troupe.persistence.raft.RaftEnvelope;
import dev.troupe.protocol.RemoteMessage;
import org.apache.pekko.actor.typed.ActorRef;

/** What a voter's actor is told. */
sealed interface VoterCommand {

    /** A message from another voter. */
    record FromVoter(RaftEnvelope envelope) implements VoterCommand, RemoteMessage {}

    /** Change the journal, if you lead. */
    record Write(long id, JournalOperation operation, ActorRef<ClientCommand> replyTo)
            implements VoterCommand, RemoteMessage {}

    /** Answer from the journal, if you lead. */
    record Read(long id, JournalQuestion question, ActorRef<ClientCommand> replyTo)
            implements VoterCommand, RemoteMessage {}

    /** A task of MicroRaft's. */
    record Work(Runnable task) implements VoterCommand {}

    /** Another voter can be reached there. */
    record Found(int node, ActorRef<VoterCommand> voter) implements VoterCommand {}

    /** That node's process has ended. */
    record Lost(int node) implements VoterCommand {}
}
