package dev.troupe.persistence.raft;

import dev.troupe.persistence.raft.RaftEnvelope.Chunk;
import dev.troupe.persistence.raft.RaftEnvelope.Entry;
import dev.troupe.persistence.raft.RaftEnvelope.Members;
import dev.troupe.protocol.Persisted;
import io.microraft.model.log.LogEntry;
import io.microraft.model.log.SnapshotChunk;
import io.microraft.model.log.SnapshotEntry;
import io.microraft.model.persistence.RaftEndpointPersistentState;
import io.microraft.model.persistence.RaftTermPersistentState;
import io.microraft.persistence.RestoredRaftState;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/** Reads back what {@link SqliteRaftStore} wrote. */
final class StoredRaftState {
    static final String LOCAL = "local";
    static final String MEMBERS = "initial-members";
    static final String TERM = "term";

    private final Connection connection;
    private final RaftCodec codec;

    StoredRaftState(Connection connection, RaftCodec codec) {
        this.connection = connection;
        this.codec = codec;
    }

    /** Who this member is. */
    record Local(int node, boolean voting) {
        static Local of(RaftEndpointPersistentState state) {
            return new Local(Voter.idOf(state.getLocalEndpoint()), state.isVoting());
        }
    }

    /** The term, and whom this member voted for in it. */
    record Term(int term, @Nullable Integer votedFor) {
        static Term of(RaftTermPersistentState state) {
            return new Term(state.getTerm(), state.getVotedFor() == null ? null : Voter.idOf(state.getVotedFor()));
        }
    }

    Optional<RestoredRaftState> read() throws SQLException, IOException {
        Optional<Local> local = get(LOCAL, Local.class);
        Optional<Members> members = get(MEMBERS, Members.class);
        if (local.isEmpty() || members.isEmpty()) {
            return Optional.empty();
        }
        Term term = get(TERM, Term.class).orElse(new Term(0, null));
        return Optional.of(new RestoredRaftState(
                endpoint(local.get()), RaftModels.members(members.get()), term(term), snapshot(), entries()));
    }

    private static RaftEndpointPersistentState endpoint(Local local) {
        return RaftModels.FACTORY
                .createRaftEndpointPersistentStateBuilder()
                .setLocalEndpoint(new Voter(local.node()))
                .setVoting(local.voting())
                .build();
    }

    private static RaftTermPersistentState term(Term term) {
        var builder = RaftModels.FACTORY.createRaftTermPersistentStateBuilder().setTerm(term.term());
        if (term.votedFor() != null) {
            builder.setVotedFor(new Voter(term.votedFor()));
        }
        return builder.build();
    }

    private <T> Optional<T> get(String name, Class<T> type) throws SQLException, IOException {
        try (PreparedStatement select = connection.prepareStatement("SELECT value FROM member WHERE name = ?")) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(codec.read(type, row.getBytes(1))) : Optional.empty();
            }
        }
    }

    private List<LogEntry> entries() throws SQLException, IOException {
        List<LogEntry> entries = new ArrayList<>();
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery("SELECT idx, term, operation FROM log ORDER BY idx")) {
            while (row.next()) {
                Persisted operation = codec.read(Persisted.class, row.getBytes(3));
                entries.add(RaftModels.entry(new Entry(row.getLong(1), row.getInt(2), operation)));
            }
        }
        return entries;
    }

    /** The newest snapshot of which every chunk is there; one that is being received has gaps. */
    @SuppressWarnings("NullAway") // MicroRaft wants null where there is no snapshot.
    private SnapshotEntry snapshot() throws SQLException, IOException {
        List<SnapshotChunk> chunks = new ArrayList<>();
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery("SELECT idx, term, chunk, chunks, data, members FROM snapshot"
                        + " WHERE idx = (SELECT max(idx) FROM (SELECT idx FROM snapshot GROUP BY idx, chunks"
                        + " HAVING count(*) = chunks)) ORDER BY chunk")) {
            while (row.next()) {
                chunks.add(RaftModels.chunk(new Chunk(
                        row.getLong(1),
                        row.getInt(2),
                        row.getInt(3),
                        row.getInt(4),
                        ByteString.fromArrayUnsafe(row.getBytes(5)),
                        codec.read(Members.class, row.getBytes(6)))));
            }
        }
        if (chunks.isEmpty()) {
            return null;
        }
        SnapshotChunk first = chunks.getFirst();
        return RaftModels.FACTORY
                .createSnapshotEntryBuilder()
                .setIndex(first.getIndex())
                .setTerm(first.getTerm())
                .setSnapshotChunks(chunks)
                .setGroupMembersView(first.getGroupMembersView())
                .build();
    }
}
