package dev.troupe.persistence.raft;

import dev.troupe.persistence.raft.RaftEnvelope.Chunk;
import dev.troupe.persistence.raft.RaftEnvelope.Entry;
import dev.troupe.persistence.raft.RaftEnvelope.Members;
import dev.troupe.protocol.Persisted;
import io.microraft.RaftEndpoint;
import io.microraft.model.RaftModelFactory;
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
        return new Entry(entry.getIndex(), entry.getTerm(), (Persisted) entry.getOperation());
    }

    static LogEntry entry(Entry entry) {
        return FACTORY.createLogEntryBuilder()
                .setIndex(entry.index())
                .setTerm(entry.term())
                .setOperation(entry.operation())
                .build();
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
