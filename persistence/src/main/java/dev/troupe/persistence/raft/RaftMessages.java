package dev.troupe.persistence.raft;

import dev.troupe.persistence.raft.RaftEnvelope.AppendEntries;
import dev.troupe.persistence.raft.RaftEnvelope.Appended;
import dev.troupe.persistence.raft.RaftEnvelope.Body;
import dev.troupe.persistence.raft.RaftEnvelope.InstallSnapshot;
import dev.troupe.persistence.raft.RaftEnvelope.NotAppended;
import dev.troupe.persistence.raft.RaftEnvelope.PreVote;
import dev.troupe.persistence.raft.RaftEnvelope.PreVoteAnswer;
import dev.troupe.persistence.raft.RaftEnvelope.SnapshotAnswer;
import dev.troupe.persistence.raft.RaftEnvelope.TriggerElection;
import dev.troupe.persistence.raft.RaftEnvelope.Vote;
import dev.troupe.persistence.raft.RaftEnvelope.VoteAnswer;
import io.microraft.model.message.AppendEntriesFailureResponse;
import io.microraft.model.message.AppendEntriesRequest;
import io.microraft.model.message.AppendEntriesSuccessResponse;
import io.microraft.model.message.InstallSnapshotRequest;
import io.microraft.model.message.InstallSnapshotResponse;
import io.microraft.model.message.PreVoteRequest;
import io.microraft.model.message.PreVoteResponse;
import io.microraft.model.message.RaftMessage;
import io.microraft.model.message.TriggerLeaderElectionRequest;
import io.microraft.model.message.VoteRequest;
import io.microraft.model.message.VoteResponse;

/** Turns MicroRaft's messages into {@link RaftEnvelope}s and back. */
public final class RaftMessages {

    private RaftMessages() {}

    /** The plain data of a message that MicroRaft wants sent. */
    public static RaftEnvelope toEnvelope(RaftMessage message) {
        return new RaftEnvelope(
                (String) message.getGroupId(), Voter.idOf(message.getSender()), message.getTerm(), body(message));
    }

    private static Body body(RaftMessage message) {
        return switch (message) {
            case PreVoteRequest m -> new PreVote(m.getLastLogTerm(), m.getLastLogIndex());
            case PreVoteResponse m -> new PreVoteAnswer(m.isGranted());
            case VoteRequest m -> new Vote(m.getLastLogTerm(), m.getLastLogIndex(), m.isSticky());
            case VoteResponse m -> new VoteAnswer(m.isGranted());
            case TriggerLeaderElectionRequest m -> new TriggerElection(m.getLastLogTerm(), m.getLastLogIndex());
            case AppendEntriesRequest m -> appendEntries(m);
            case AppendEntriesSuccessResponse m ->
                new Appended(m.getLastLogIndex(), m.getQuerySequenceNumber(), m.getFlowControlSequenceNumber());
            case AppendEntriesFailureResponse m ->
                new NotAppended(m.getExpectedNextIndex(), m.getQuerySequenceNumber(), m.getFlowControlSequenceNumber());
            case InstallSnapshotRequest m -> installSnapshot(m);
            case InstallSnapshotResponse m ->
                new SnapshotAnswer(
                        m.getSnapshotIndex(),
                        m.getRequestedSnapshotChunkIndex(),
                        m.getQuerySequenceNumber(),
                        m.getFlowControlSequenceNumber());
            default -> throw new IllegalArgumentException("unknown message " + message.getClass());
        };
    }

    private static AppendEntries appendEntries(AppendEntriesRequest m) {
        return new AppendEntries(
                m.getPreviousLogTerm(),
                m.getPreviousLogIndex(),
                m.getCommitIndex(),
                m.getLogEntries().stream().map(RaftModels::entry).toList(),
                m.getQuerySequenceNumber(),
                m.getFlowControlSequenceNumber());
    }

    private static InstallSnapshot installSnapshot(InstallSnapshotRequest m) {
        return new InstallSnapshot(
                m.isSenderLeader(),
                m.getSnapshotTerm(),
                m.getSnapshotIndex(),
                m.getTotalSnapshotChunkCount(),
                m.getSnapshotChunk() == null ? null : RaftModels.chunk(m.getSnapshotChunk()),
                Voter.idsOf(m.getSnapshottedMembers()),
                RaftModels.members(m.getGroupMembersView()),
                m.getQuerySequenceNumber(),
                m.getFlowControlSequenceNumber());
    }

    /** The message for MicroRaft that an envelope carries. */
    public static RaftMessage fromEnvelope(RaftEnvelope e) {
        Voter sender = new Voter(e.sender());
        var models = RaftModels.FACTORY;
        return switch (e.body()) {
            case PreVote b ->
                models.createPreVoteRequestBuilder()
                        .setGroupId(e.group())
                        .setSender(sender)
                        .setTerm(e.term())
                        .setLastLogTerm(b.lastLogTerm())
                        .setLastLogIndex(b.lastLogIndex())
                        .build();
            case PreVoteAnswer b ->
                models.createPreVoteResponseBuilder()
                        .setGroupId(e.group())
                        .setSender(sender)
                        .setTerm(e.term())
                        .setGranted(b.granted())
                        .build();
            case Vote b ->
                models.createVoteRequestBuilder()
                        .setGroupId(e.group())
                        .setSender(sender)
                        .setTerm(e.term())
                        .setLastLogTerm(b.lastLogTerm())
                        .setLastLogIndex(b.lastLogIndex())
                        .setSticky(b.sticky())
                        .build();
            case VoteAnswer b ->
                models.createVoteResponseBuilder()
                        .setGroupId(e.group())
                        .setSender(sender)
                        .setTerm(e.term())
                        .setGranted(b.granted())
                        .build();
            case TriggerElection b ->
                models.createTriggerLeaderElectionRequestBuilder()
                        .setGroupId(e.group())
                        .setSender(sender)
                        .setTerm(e.term())
                        .setLastLogTerm(b.lastLogTerm())
                        .setLastLogIndex(b.lastLogIndex())
                        .build();
            case AppendEntries b -> fromAppendEntries(e, b);
            case Appended b ->
                models.createAppendEntriesSuccessResponseBuilder()
                        .setGroupId(e.group())
                        .setSender(sender)
                        .setTerm(e.term())
                        .setLastLogIndex(b.lastLogIndex())
                        .setQuerySequenceNumber(b.query())
                        .setFlowControlSequenceNumber(b.flow())
                        .build();
            case NotAppended b ->
                models.createAppendEntriesFailureResponseBuilder()
                        .setGroupId(e.group())
                        .setSender(sender)
                        .setTerm(e.term())
                        .setExpectedNextIndex(b.expectedNextIndex())
                        .setQuerySequenceNumber(b.query())
                        .setFlowControlSequenceNumber(b.flow())
                        .build();
            case InstallSnapshot b -> fromInstallSnapshot(e, b);
            case SnapshotAnswer b ->
                models.createInstallSnapshotResponseBuilder()
                        .setGroupId(e.group())
                        .setSender(sender)
                        .setTerm(e.term())
                        .setSnapshotIndex(b.snapshotIndex())
                        .setRequestedSnapshotChunkIndex(b.wantedChunk())
                        .setQuerySequenceNumber(b.query())
                        .setFlowControlSequenceNumber(b.flow())
                        .build();
        };
    }

    private static RaftMessage fromAppendEntries(RaftEnvelope e, AppendEntries b) {
        return RaftModels.FACTORY
                .createAppendEntriesRequestBuilder()
                .setGroupId(e.group())
                .setSender(new Voter(e.sender()))
                .setTerm(e.term())
                .setPreviousLogTerm(b.previousLogTerm())
                .setPreviousLogIndex(b.previousLogIndex())
                .setCommitIndex(b.commitIndex())
                .setLogEntries(b.entries().stream().map(RaftModels::entry).toList())
                .setQuerySequenceNumber(b.query())
                .setFlowControlSequenceNumber(b.flow())
                .build();
    }

    private static RaftMessage fromInstallSnapshot(RaftEnvelope e, InstallSnapshot b) {
        var builder = RaftModels.FACTORY
                .createInstallSnapshotRequestBuilder()
                .setGroupId(e.group())
                .setSender(new Voter(e.sender()))
                .setTerm(e.term())
                .setSenderLeader(b.senderLeader())
                .setSnapshotTerm(b.snapshotTerm())
                .setSnapshotIndex(b.snapshotIndex())
                .setTotalSnapshotChunkCount(b.chunks())
                .setSnapshottedMembers(Voter.of(b.holders()))
                .setGroupMembersView(RaftModels.members(b.members()))
                .setQuerySequenceNumber(b.query())
                .setFlowControlSequenceNumber(b.flow());
        if (b.chunk() != null) {
            builder.setSnapshotChunk(RaftModels.chunk(b.chunk()));
        }
        return builder.build();
    }
}
