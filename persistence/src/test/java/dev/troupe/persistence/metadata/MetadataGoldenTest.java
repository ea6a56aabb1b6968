package dev.troupe.persistence.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.persistence.raft.RaftCodec;
import dev.troupe.persistence.raft.ReplicatedState;
import dev.troupe.protocol.Persisted;
import dev.troupe.protocol.serialization.GoldenFile;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pcollections.HashTreePMap;
import org.pcollections.TreePVector;

/** What stands in the operations and snapshots of the Raft log, byte by byte. */
class MetadataGoldenTest {
    private final RaftCodec codec = new RaftCodec();

    static Stream<Arguments> formats() {
        return Stream.of(
                Arguments.of("meta.append-1", Journals.append("writer", 1, 2)),
                Arguments.of("meta.delete-to-1", new JournalOperation.DeleteTo(Journals.ID, 41)),
                Arguments.of(
                        "meta.save-snapshot-1",
                        new JournalOperation.SaveSnapshot(Journals.ID, Journals.snapshot(41, 1000))),
                Arguments.of(
                        "meta.delete-snapshots-1",
                        new JournalOperation.DeleteSnapshots(Journals.ID, new SnapshotRange(1, 41, 0, Long.MAX_VALUE))),
                Arguments.of("meta.journal-1", journal()),
                Arguments.of("raft.new-term-1", new ReplicatedState.NewTerm()));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void writesAndReadsWhatItAlwaysDid(String name, Persisted value) throws IOException {
        GoldenFile golden = new GoldenFile(name);
        golden.assertWritten(codec.write(Persisted.class, value));
        assertThat(codec.read(Persisted.class, golden.read())).isEqualTo(value);
    }

    private static JournalState journal() {
        EntityLog log = EntityLog.EMPTY
                .append(TreePVector.singleton(Journals.event("first", 1)), "first")
                .append(TreePVector.singleton(Journals.event("second", 2)), "second")
                .deleteTo(1)
                .withSnapshots(TreePVector.singleton(Journals.snapshot(1, 1000)));
        return new JournalState(HashTreePMap.singleton(Journals.ID, log));
    }
}
