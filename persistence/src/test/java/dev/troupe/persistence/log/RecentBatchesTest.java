package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches here have ten offsets and a hundred bytes each. */
final class RecentBatchesTest {
    private static final boolean FIRST_ALWAYS = true;

    @TempDir
    private Path folder;

    private FileChannel file;

    @BeforeEach
    void open() throws IOException {
        file = FileChannel.open(folder.resolve("log"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    @AfterEach
    void close() throws IOException {
        file.close();
    }

    @Test
    void givesWholeBatchesFromTheOneThatHoldsTheOffset() {
        assertThat(read(batches(5), 500, 25, 50, 1000)).contains(new LogSlice(file, 200, 300));
    }

    @Test
    void givesNoMoreThanIsAskedForButOneBatchWhereItMust() {
        RecentBatches five = batches(5);
        assertThat(read(five, 500, 10, 50, 299)).contains(new LogSlice(file, 100, 200));
        assertThat(read(five, 500, 10, 50, 50)).contains(new LogSlice(file, 100, 100));
        assertThat(five.read(file, 500, 10, 50, 50, !FIRST_ALWAYS)).isEmpty();
    }

    @Test
    void showsNothingAtOrAboveTheLimit() {
        assertThat(read(batches(5), 500, 10, 30, 1000)).contains(new LogSlice(file, 100, 200));
        assertThat(read(batches(5), 500, 30, 30, 1000)).isEmpty();
    }

    @Test
    void goesOnToTheNextBatchWhereOffsetsAreMissing() {
        RecentBatches gap = RecentBatches.NONE.plus(0, 10, 0).plus(40, 50, 100);
        assertThat(read(gap, 200, 20, 50, 1000)).contains(new LogSlice(file, 100, 100));
    }

    @Test
    void forgetsTheOldestAndStillKnowsAllThatFollows() {
        RecentBatches many = batches(1000);
        assertThat(many.covers(0)).isFalse();
        assertThat(many.covers(9_500)).isTrue();
        assertThat(read(many, 100_000, 9_500, 10_000, 1 << 20)).contains(new LogSlice(file, 95_000, 5_000));
    }

    @Test
    void changesNothingOfWhatReadersHaveSeen() {
        RecentBatches seen = batches(5);
        RecentBatches grown = seen.plus(50, 60, 500);
        assertThat(read(seen, 500, 40, 50, 1000)).contains(new LogSlice(file, 400, 100));
        assertThat(read(grown, 600, 40, 60, 1000)).contains(new LogSlice(file, 400, 200));
    }

    @Test
    void coversNothingWhereThereIsNothing() {
        assertThat(RecentBatches.NONE.covers(0)).isFalse();
    }

    private Optional<LogSlice> read(RecentBatches batches, long size, long offset, long limit, int maxBytes) {
        return batches.read(file, size, offset, limit, maxBytes, FIRST_ALWAYS);
    }

    private static RecentBatches batches(int count) {
        RecentBatches batches = RecentBatches.NONE;
        for (int i = 0; i < count; i++) {
            batches = batches.plus(i * 10L, i * 10L + 10, i * 100L);
        }
        return batches;
    }
}
