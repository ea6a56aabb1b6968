package dev.troupe.persistence.offsets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.persistence.offsets.OffsetsRecord.GroupMetadata;
import dev.troupe.persistence.offsets.OffsetsRecord.GroupTombstone;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetCommit;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetTombstone;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What groups write and read back, over a real log. */
final class OffsetsStoreTest {
    private static final int EPOCH = 3;
    private static final TopicPartition TP = new TopicPartition("t", 0);

    private Path root = Path.of("");
    private DirectoryOffsetsLog log;
    private OffsetsStore store;

    @BeforeEach
    void open(@TempDir Path directory) throws IOException {
        root = directory;
        log = new DirectoryOffsetsLog(root);
        store = loaded();
    }

    private OffsetsStore loaded() throws IOException {
        OffsetsStore fresh = new OffsetsStore(log, () -> 1, InstantSource.system());
        fresh.load(0, EPOCH);
        return fresh;
    }

    @Test
    void readsBackTheLastRecordOfEachKeyAfterACrash() throws Exception {
        write(commit("a", 1), metadata("a", 1));
        write(commit("b", 7));
        write(commit("a", 2), metadata("a", 2));
        log = new DirectoryOffsetsLog(root);
        OffsetsStore after = loaded();
        assertThat(after.replay("a").join()).containsExactlyInAnyOrder(commit("a", 2), metadata("a", 2));
        assertThat(after.replay("b").join()).containsExactly(commit("b", 7));
    }

    @Test
    void forgetsWhatTombstonesSayIsGone() throws Exception {
        write(commit("a", 1), metadata("a", 1));
        write(new OffsetTombstone("a", TP), new GroupTombstone("a"));
        assertThat(loaded().load(0, EPOCH + 1)).isEmpty();
        assertThat(store.replay("a").join()).isEmpty();
    }

    @Test
    void putsWhatIsWrittenMeanwhileIntoOneBatch() {
        log.hold();
        List<CompletableFuture<@Nullable Void>> writes = IntStream.range(0, 100)
                .mapToObj(i -> store.write("g" + i, new OffsetsRecords(EPOCH, List.of(commit("g" + i, i)))))
                .toList();
        assertThat(log.appends()).isEqualTo(1);
        log.release();
        assertThat(writes).allMatch(CompletableFuture::isDone);
        assertThat(log.appends()).isEqualTo(2);
    }

    @Test
    void replaysAfterTheWritesThatAreUnderWay() {
        log.hold();
        CompletableFuture<@Nullable Void> write = store.write("a", new OffsetsRecords(EPOCH, List.of(commit("a", 1))));
        CompletableFuture<List<OffsetsRecord>> replay = store.replay("a");
        assertThat(replay).isNotDone();
        log.release();
        assertThat(write).isDone();
        assertThat(replay.join()).containsExactly(commit("a", 1));
    }

    @Test
    void doesNotShowARefusedWrite() {
        log.refuseNext(ErrorCode.NOT_ENOUGH_REPLICAS);
        assertThatThrownBy(() -> write(commit("a", 1))).hasCauseInstanceOf(OffsetsWriteException.class);
        assertThat(store.replay("a").join()).isEmpty();
    }

    @Test
    void showsAWriteThatIsInTheLogThoughItWasNotAcknowledged() {
        log.leaveNextUnreplicated(ErrorCode.REQUEST_TIMED_OUT);
        assertThatThrownBy(() -> write(commit("a", 1))).hasCauseInstanceOf(OffsetsWriteException.class);
        assertThat(store.replay("a").join()).containsExactly(commit("a", 1));
    }

    @Test
    void refusesAWriterOfAnotherTenure() {
        OffsetsRecords old = new OffsetsRecords(EPOCH - 1, List.of(commit("a", 1)));
        assertThat(store.write("a", old)).isCompletedExceptionally();
        store.unload(0, EPOCH);
        OffsetsRecords current = new OffsetsRecords(EPOCH, List.of(commit("a", 1)));
        assertThat(store.write("a", current)).isCompletedExceptionally();
        assertThat(log.appends()).isZero();
    }

    @Test
    void keepsThePartitionThatWasLoadedForALaterTenure() {
        store.unload(0, EPOCH - 1);
        write(commit("a", 1));
        assertThat(store.replay("a").join()).hasSize(1);
    }

    @Test
    void hashesGroupsAsKafkaDoes() {
        assertThat(GroupPartitioner.partitionOf("test-group", 50)).isEqualTo(12);
        assertThat("polygenelubricants".hashCode()).isEqualTo(Integer.MIN_VALUE);
        assertThat(GroupPartitioner.partitionOf("polygenelubricants", 50)).isZero();
    }

    private void write(OffsetsRecord... records) {
        store.write(records[0].group(), new OffsetsRecords(EPOCH, List.of(records)))
                .join();
    }

    private static OffsetsRecord commit(String group, long offset) {
        return new OffsetCommit(group, TP, new CommittedOffset(offset, 0, "", 5, -1, TopicId.ZERO));
    }

    private static OffsetsRecord metadata(String group, int generation) {
        return new GroupMetadata(group, new StoredGroup("consumer", generation, null, null, 9, List.of()));
    }
}
