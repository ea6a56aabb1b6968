package dev.troupe.persistence.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.persistence.offsets.OffsetsRecord.OffsetCommit;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However often offsets are committed, what is kept of them is about as much as there are keys (BEHAVIOUR L10, G1). */
final class OffsetsCompactionTest {
    private static final int EPOCH = 3;
    private static final int KEYS = 10;
    private static final int ROUNDS = 100_000;

    @TempDir
    private Path root;

    @Test
    @Tag("faults")
    void keepsLittleOfAMillionCommitsOfTenKeys() throws Exception {
        DirectoryOffsetsLog log = new DirectoryOffsetsLog(
                root, Map.of("cleanup.policy", "compact", "segment.bytes", "104857600", "file.delete.delay.ms", "0"));
        OffsetsStore store = loaded(log);
        for (int round = 1; round <= ROUNDS; round++) {
            store.write("group", new OffsetsRecords(EPOCH, commits(round))).join();
            if (round % 10_000 == 0) {
                log.lookAfter();
            }
        }
        log.lookAfter();

        assertThat(log.appends()).isEqualTo(ROUNDS);
        assertThat(log.bytesOnDisk()).isLessThan(32 << 20);
        assertThat(loaded(log).replay("group").join()).containsExactlyInAnyOrderElementsOf(commits(ROUNDS));
    }

    private static OffsetsStore loaded(DirectoryOffsetsLog log) throws IOException {
        OffsetsStore store = new OffsetsStore(log, () -> 1, InstantSource.system());
        store.load(0, EPOCH);
        return store;
    }

    private static List<OffsetsRecord> commits(int offset) {
        return IntStream.range(0, KEYS)
                .<OffsetsRecord>mapToObj(key -> new OffsetCommit(
                        "group",
                        new TopicPartition("topic", key),
                        new CommittedOffset(offset, 0, "", offset, CommittedOffset.NONE, TopicId.ZERO)))
                .toList();
    }
}
