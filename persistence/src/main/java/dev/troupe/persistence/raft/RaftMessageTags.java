package dev.troupe.persistence.raft;

import dev.troupe.protocol.serialization.MessageTags;
import java.util.Map;

/** Tags of what the members of a Raft group say to each other and keep. */
public final class RaftMessageTags implements MessageTags {

    @Override
    public Map<String, Class<?>> tags() {
        return Map.ofEntries(
                Map.entry("raft.envelope", RaftEnvelope.class),
                Map.entry("raft.pre-vote", RaftEnvelope.PreVote.class),
                Map.entry("raft.pre-vote-answer", RaftEnvelope.PreVoteAnswer.class),
                Map.entry("raft.vote", RaftEnvelope.Vote.class),
                Map.entry("raft.vote-answer", RaftEnvelope.VoteAnswer.class),
                Map.entry("raft.trigger-election", RaftEnvelope.TriggerElection.class),
                Map.entry("raft.append-entries", RaftEnvelope.AppendEntries.class),
                Map.entry("raft.appended", RaftEnvelope.Appended.class),
                Map.entry("raft.not-appended", RaftEnvelope.NotAppended.class),
                Map.entry("raft.install-snapshot", RaftEnvelope.InstallSnapshot.class),
                Map.entry("raft.snapshot-answer", RaftEnvelope.SnapshotAnswer.class),
                Map.entry("raft.new-term/1", ReplicatedState.NewTerm.class));
    }
}
