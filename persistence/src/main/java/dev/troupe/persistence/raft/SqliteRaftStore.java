package dev.troupe.persistence.raft;

import dev.troupe.persistence.raft.RaftEnvelope.Entry;
import dev.troupe.persistence.raft.RaftEnvelope.Members;
import dev.troupe.protocol.Persisted;
import io.microraft.model.log.LogEntry;
import io.microraft.model.log.RaftGroupMembersView;
import io.microraft.model.log.SnapshotChunk;
import io.microraft.model.persistence.RaftEndpointPersistentState;
import io.microraft.model.persistence.RaftTermPersistentState;
import io.microraft.persistence.RaftStore;
import io.microraft.persistence.RestoredRaftState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;

/**
 * A member's term, log and snapshots in one SQLite file. Everything since the last {@link #flush()} is one transaction; when
 * {@code flush} returns, it is on the disk ({@code synchronous=FULL}). Not thread-safe: the Raft member's thread alone calls.
 *
 * <p>After a failure nothing is accepted any more: what a failed write or fsync left on the disk is not known, and a transaction
 * that is tried again could pass for durable.
 */
public final class SqliteRaftStore implements RaftStore, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteRaftStore.class);

    private final RaftCodec codec;
    private final Connection connection;
    private final PreparedStatement insertEntry;
    private @Nullable IOException failure;

    private SqliteRaftStore(RaftCodec codec, Connection connection) throws SQLException {
        this.codec = codec;
        this.connection = connection;
        this.insertEntry = connection.prepareStatement("INSERT INTO log (idx, term, operation) VALUES (?, ?, ?)");
    }

    /**
     * Opens the file, or makes it with its folder.
     *
     * @throws IOException if it cannot be opened, or has the format of another version
     */
    public static SqliteRaftStore open(Path file, RaftCodec codec) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
        try {
            Connection connection = config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
            SqliteSchema.ensure(connection, file);
            connection.setAutoCommit(false);
            return new SqliteRaftStore(codec, connection);
        } catch (SQLException e) {
            throw new IOException("cannot open " + file + ": " + e.getMessage(), e);
        }
    }

    /** What was stored before, if this member has been started before. */
    public Optional<RestoredRaftState> restore() throws IOException {
        try {
            return new StoredRaftState(connection, codec).read();
        } catch (SQLException e) {
            throw new IOException("cannot read the metadata journal: " + e.getMessage(), e);
        }
    }

    @Override
    public void persistAndFlushLocalEndpoint(RaftEndpointPersistentState state) throws IOException {
        put(StoredRaftState.LOCAL, StoredRaftState.Local.class, StoredRaftState.Local.of(state));
        flush();
    }

    @Override
    public void persistAndFlushInitialGroupMembers(RaftGroupMembersView members) throws IOException {
        put(StoredRaftState.MEMBERS, Members.class, RaftModels.members(members));
        flush();
    }

    @Override
    public void persistAndFlushTerm(RaftTermPersistentState state) throws IOException {
        put(StoredRaftState.TERM, StoredRaftState.Term.class, StoredRaftState.Term.of(state));
        flush();
    }

    private <T> void put(String name, Class<T> type, T value) throws IOException {
        byte[] bytes = codec.write(type, value);
        run(
                "INSERT INTO member (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                put -> {
                    put.setString(1, name);
                    put.setBytes(2, bytes);
                });
    }

    @Override
    public void persistLogEntries(List<LogEntry> entries) throws IOException {
        guarded(() -> {
            for (LogEntry each : entries) {
                Entry entry = RaftModels.entry(each);
                insertEntry.setLong(1, entry.index());
                insertEntry.setInt(2, entry.term());
                insertEntry.setBytes(3, codec.write(Persisted.class, entry.operation()));
                insertEntry.addBatch();
            }
            insertEntry.executeBatch();
        });
    }

    @Override
    public void persistSnapshotChunk(SnapshotChunk each) throws IOException {
        RaftEnvelope.Chunk chunk = RaftModels.chunk(each);
        run(
                "INSERT OR REPLACE INTO snapshot (idx, chunk, chunks, term, members, data) VALUES (?, ?, ?, ?, ?, ?)",
                put -> {
                    put.setLong(1, chunk.index());
                    put.setInt(2, chunk.number());
                    put.setInt(3, chunk.count());
                    put.setInt(4, chunk.term());
                    put.setBytes(5, codec.write(Members.class, chunk.members()));
                    put.setBytes(6, chunk.data().toArrayUnsafe());
                });
    }

    @Override
    public void truncateLogEntriesFrom(long index) throws IOException {
        run("DELETE FROM log WHERE idx >= ?", delete -> delete.setLong(1, index));
    }

    @Override
    public void truncateLogEntriesUntil(long index) throws IOException {
        run("DELETE FROM log WHERE idx <= ?", delete -> delete.setLong(1, index));
    }

    @Override
    public void deleteSnapshotChunks(long index, int count) throws IOException {
        run("DELETE FROM snapshot WHERE idx = ?", delete -> delete.setLong(1, index));
    }

    @Override
    public void flush() throws IOException {
        guarded(connection::commit);
    }

    /** Closes the file; what was not flushed is dropped. */
    @Override
    public void close() throws IOException {
        try {
            insertEntry.close();
            connection.rollback();
            connection.close();
        } catch (SQLException e) {
            throw new IOException("cannot close the metadata journal: " + e.getMessage(), e);
        }
    }

    private void run(String sql, Parameters parameters) throws IOException {
        guarded(() -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                parameters.set(statement);
                statement.executeUpdate();
            }
        });
    }

    private void guarded(Action action) throws IOException {
        if (failure != null) {
            throw new IOException(
                    "the metadata journal accepts nothing since it failed: " + failure.getMessage(), failure);
        }
        try {
            action.run();
        } catch (SQLException e) {
            failure = new IOException("cannot write the metadata journal: " + e.getMessage(), e);
            LOG.error("{}. It accepts nothing more: restart the node when its disk is well.", failure.getMessage());
            throw failure;
        }
    }

    @FunctionalInterface
    private interface Action {
        void run() throws SQLException;
    }

    @FunctionalInterface
    private interface Parameters {
        void set(PreparedStatement statement) throws SQLException;
    }

    /** The tables, and the number of their version in the file. */
    private static final class SqliteSchema {
        private static final int VERSION = 1;

        static void ensure(Connection connection, Path file) throws SQLException, IOException {
            try (Statement statement = connection.createStatement()) {
                int found = statement.executeQuery("PRAGMA user_version").getInt(1);
                if (found == 0) {
                    create(statement);
                } else if (found != VERSION) {
                    throw new IOException(file + " has version " + found + ", this program knows " + VERSION);
                }
            }
        }

        private static void create(Statement statement) throws SQLException {
            statement.executeUpdate("BEGIN");
            statement.executeUpdate("CREATE TABLE member (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID");
            statement.executeUpdate(
                    "CREATE TABLE log (idx INTEGER PRIMARY KEY, term INTEGER NOT NULL, operation BLOB NOT NULL)");
            statement.executeUpdate("CREATE TABLE snapshot (idx INTEGER NOT NULL, chunk INTEGER NOT NULL,"
                    + " chunks INTEGER NOT NULL, term INTEGER NOT NULL, members BLOB NOT NULL, data BLOB NOT NULL,"
                    + " PRIMARY KEY (idx, chunk))");
            statement.executeUpdate("PRAGMA user_version = " + VERSION);
            statement.executeUpdate("COMMIT");
        }
    }
}
