package dev.troupe.persistence.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.persistence.raft.RaftEnvelope.Chunk;
import dev.troupe.persistence.raft.RaftEnvelope.Entry;
import dev.troupe.persistence.raft.RaftEnvelope.Members;
import dev.troupe.protocol.serialization.GoldenFile;
import io.microraft.model.log.LogEntry;
import io.microraft.persistence.RestoredRaftState;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteRaftStoreTest {
    private static final Members MEMBERS = new Members(0, List.of(1, 2, 3), List.of(1, 2, 3));

    @TempDir
    private Path directory;

    private final RaftCodec codec = new RaftCodec();
    private Path file;

    @BeforeEach
    void chooseFile() {
        file = directory.resolve("journal.sqlite");
    }

    @Test
    void aNewStoreHasNothingToRestore() throws IOException {
        try (SqliteRaftStore store = SqliteRaftStore.open(file, codec)) {
            assertThat(store.restore()).isEmpty();
        }
    }

    @Test
    void restoresWhatWasFlushedAndNothingElse() throws IOException {
        try (SqliteRaftStore store = initialized()) {
            store.persistLogEntries(entries(1, 3));
            store.flush();
            store.persistLogEntries(entries(4, 5));
        }
        assertThat(indexes(restored())).containsExactly(1L, 2L, 3L);
    }

    @Test
    void restoresTermAndVote() throws IOException {
        try (SqliteRaftStore store = initialized()) {
            store.persistAndFlushTerm(RaftModels.FACTORY
                    .createRaftTermPersistentStateBuilder()
                    .setTerm(7)
                    .setVotedFor(new Voter(2))
                    .build());
        }
        assertThat(restored().getTermPersistentState().getTerm()).isEqualTo(7);
        assertThat(restored().getTermPersistentState().getVotedFor()).isEqualTo(new Voter(2));
        assertThat(restored().getLocalEndpointPersistentState().getLocalEndpoint())
                .isEqualTo(new Voter(1));
    }

    @Test
    void truncatesAtBothEnds() throws IOException {
        try (SqliteRaftStore store = initialized()) {
            store.persistLogEntries(entries(1, 9));
            store.truncateLogEntriesFrom(8);
            store.truncateLogEntriesUntil(2);
            store.persistLogEntries(entries(8, 8));
            store.flush();
        }
        assertThat(indexes(restored())).containsExactly(3L, 4L, 5L, 6L, 7L, 8L);
    }

    @Test
    void restoresTheNewestSnapshotThatIsWhole() throws IOException {
        try (SqliteRaftStore store = initialized()) {
            store.persistSnapshotChunk(RaftModels.chunk(chunk(10, 0, 2)));
            store.persistSnapshotChunk(RaftModels.chunk(chunk(10, 1, 2)));
            store.persistSnapshotChunk(RaftModels.chunk(chunk(20, 0, 3)));
            store.flush();
        }
        assertThat(restored().getSnapshotEntry().getIndex()).isEqualTo(10);
        assertThat(restored().getSnapshotEntry().getSnapshotChunkCount()).isEqualTo(2);
    }

    @Test
    void deletesSnapshots() throws IOException {
        try (SqliteRaftStore store = initialized()) {
            store.persistSnapshotChunk(RaftModels.chunk(chunk(10, 0, 1)));
            store.deleteSnapshotChunks(10, 1);
            store.flush();
        }
        assertThat(restored().getSnapshotEntry()).isNull();
    }

    @Test
    void acceptsNothingAfterAFailure() throws IOException {
        try (SqliteRaftStore store = initialized()) {
            store.persistLogEntries(entries(1, 1));
            store.flush();
            assertThatThrownBy(() -> store.persistLogEntries(entries(1, 1))).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> store.persistLogEntries(entries(2, 2))).hasMessageContaining("since it failed");
            assertThatThrownBy(store::flush).isInstanceOf(IOException.class);
        }
        assertThat(indexes(restored())).containsExactly(1L);
    }

    @Test
    void refusesTheFormatOfAnotherVersion() throws IOException, SQLException {
        initialized().close();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.executeUpdate("PRAGMA user_version = 99");
        }
        assertThatThrownBy(() -> SqliteRaftStore.open(file, codec)).hasMessageContaining("has version 99");
    }

    @Test
    void smallRecordsLookAsTheyAlwaysDid() throws IOException {
        new GoldenFile("raft.members-1").assertWritten(codec.write(Members.class, MEMBERS));
        new GoldenFile("raft.local-1")
                .assertWritten(codec.write(StoredRaftState.Local.class, new StoredRaftState.Local(1, true)));
        new GoldenFile("raft.term-1")
                .assertWritten(codec.write(StoredRaftState.Term.class, new StoredRaftState.Term(7, 2)));
        assertThat(codec.read(StoredRaftState.Term.class, new GoldenFile("raft.term-1").read()))
                .isEqualTo(new StoredRaftState.Term(7, 2));
    }

    private SqliteRaftStore initialized() throws IOException {
        SqliteRaftStore store = SqliteRaftStore.open(file, codec);
        store.persistAndFlushLocalEndpoint(RaftModels.FACTORY
                .createRaftEndpointPersistentStateBuilder()
                .setLocalEndpoint(new Voter(1))
                .setVoting(true)
                .build());
        store.persistAndFlushInitialGroupMembers(RaftModels.members(MEMBERS));
        return store;
    }

    private RestoredRaftState restored() throws IOException {
        try (SqliteRaftStore store = SqliteRaftStore.open(file, codec)) {
            return store.restore().orElseThrow();
        }
    }

    private static List<LogEntry> entries(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(index -> RaftModels.entry(new Entry(index, 1, new ReplicatedState.NewTerm())))
                .toList();
    }

    private static List<Long> indexes(RestoredRaftState state) {
        return state.getLogEntries().stream().map(LogEntry::getIndex).toList();
    }

    private static Chunk chunk(long index, int number, int count) {
        return new Chunk(index, 1, number, count, ByteString.fromString("piece"), MEMBERS);
    }
}
