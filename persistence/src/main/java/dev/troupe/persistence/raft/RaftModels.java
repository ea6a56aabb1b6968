package dev.troupe.persistence.raft;

import dev.troupe.persistence.raft.RaftEnvelope.Chunk;
import dev.troupe.persistence.raft.RaftEnvelope.Entry;
import dev.troupe.persistence.raft.RaftEnvelope.Members;
import dev.troupe.persistence.raft.RaftEnvelope.MembersChange;
import dev.troupe.protocol.Persisted;
import io.microraft.MembershipChangeMode;
import io.microraft.RaftEndpoint;
import io.microraft.model.RaftModelFactory;
import io.microraft.model.groupop.UpdateRaftGroupMembersOp;
import io.microraft.model.impl.DefaultRaftModelFactory;
import io.microraft.model.log.LogEntry;
import io.microraft.model.log.RaftGroupMembersView;
import io.microraft.model.log.SnapshotChunk;
import java.util.Collection;
import java.util.LinkedHashSet;
import org.apache.pekko.util.ByteString;

/** Turns MicroRaft's log entries, snapshots and members into plain data and back. */
final class RaftModels {
    static final RaftModelFactory FACTORY = new DefaultRaftModelFactory();

    private RaftModels() {}

    static Entry entry(LogEntry entry) {
        return new Entry(entry.getIndex(), entry.getTerm(), operation(entry.getOperation()));
    }

    static LogEntry entry(Entry entry) {
        return FACTORY.createLogEntryBuilder()
                .setIndex(entry.index())
                .setTerm(entry.term())
                .setOperation(operation(entry.operation()))
                .build();
    }

    private static Persisted operation(Object operation) {
        return switch (operation) {
            case UpdateRaftGroupMembersOp op ->
                new MembersChange(
                        Voter.idsOf(op.getMembers()),
                        Voter.idsOf(op.getVotingMembers()),
                        Voter.idOf(op.getEndpoint()),
                        op.getMode().name());
            case Persisted ours -> ours;
            default -> throw new IllegalArgumentException("unknown operation " + operation.getClass());
        };
    }

    private static Object operation(Persisted operation) {
        if (operation instanceof MembersChange change) {
            return FACTORY.createUpdateRaftGroupMembersOpBuilder()
                    .setMembers(endpoints(change.all()))
                    .setVotingMembers(endpoints(change.voting()))
                    .setEndpoint(new Voter(change.node()))
                    .setMode(MembershipChangeMode.valueOf(change.mode()))
                    .build();
        }
        return operation;
    }

    static Chunk chunk(SnapshotChunk chunk) {
        return new Chunk(
                chunk.getIndex(),
                chunk.getTerm(),
                chunk.getSnapshotChunkIndex(),
                chunk.getSnapshotChunkCount(),
                (ByteString) chunk.getOperation(),
                members(chunk.getGroupMembersView()));
    }

    static SnapshotChunk chunk(Chunk chunk) {
        return FACTORY.createSnapshotChunkBuilder()
                .setIndex(chunk.index())
                .setTerm(chunk.term())
                .setSnapshotChunkIndex(chunk.number())
                .setSnapshotChunkCount(chunk.count())
                .setOperation(chunk.data())
                .setGroupMembersView(members(chunk.members()))
                .build();
    }

    static Members members(RaftGroupMembersView view) {
        return new Members(view.getLogIndex(), Voter.idsOf(view.getMembers()), Voter.idsOf(view.getVotingMembers()));
    }

    static RaftGroupMembersView members(Members members) {
        return FACTORY.createRaftGroupMembersViewBuilder()
                .setLogIndex(members.logIndex())
                .setMembers(endpoints(members.all()))
                .setVotingMembers(endpoints(members.voting()))
                .build();
    }

    private static Collection<RaftEndpoint> endpoints(Collection<Integer> ids) {
        return new LinkedHashSet<>(Voter.of(ids));
    }
}
