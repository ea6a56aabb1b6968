package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.record.BatchFilter;
import dev.troupe.protocol.record.RecordBatch;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionTest {
    private static final String[] COMPACTED = {
        "cleanup.policy", "compact", "segment.bytes", "400", "min.cleanable.dirty.ratio", "0.1", "retention.ms", "-1"
    };

    @TempDir
    Path root;

    @Test
    void keepsTheLastRecordOfEachKeyAtItsOffset() throws Exception {
        LogWorld world = new LogWorld(root, COMPACTED);
        fill(world, 30);
        compact(world);

        assertThat(keys(world)).containsExactly("k0@27", "k1@28", "k2@29");
        assertThat(world.log.view().logStartOffset()).isZero();
        assertThat(world.read(3))
                .extracting(RecordBatch::baseOffset)
                .first()
                .isEqualTo(world.read(0).getFirst().baseOffset());
        world.restart();
        assertThat(keys(world)).containsExactly("k0@27", "k1@28", "k2@29");
    }

    @Test
    void compactsAgainOnlyWhatIsNew() throws Exception {
        LogWorld world = new LogWorld(root, COMPACTED);
        fill(world, 30);
        compact(world);
        assertThat(world.log.compactor().urgency()).isZero();
        fill(world, 30);
        world.log.flushSealed();
        assertThat(world.log.compactor().urgency()).isPositive();
        compact(world);
        assertThat(keys(world)).containsExactly("k0@57", "k1@58", "k2@59");
        assertThat(world.append(Batches.of("next"))).isEqualTo(new AppendResult.Appended(60, 60, -1, 0, false));
    }

    @Test
    void keepsTombstonesForAWhile() throws Exception {
        LogWorld world = new LogWorld(root, COMPACTED);
        world.configs.put("delete.retention.ms", "1000");
        world.restart();
        fill(world, 30);
        world.append(Batches.batch().record(1000, "k1", null).build());
        fill(world, 30);
        world.append(Batches.batch().record(1000, "k2", null).build());
        roll(world);
        compact(world);
        assertThat(keys(world)).contains("k2@61");
        world.nowMs.addAndGet(1001);
        world.append(Batches.batch().record(1000, "k9", "v").build());
        roll(world);
        compact(world);
        assertThat(keys(world)).contains("k9@62").doesNotContain("k2@61");
    }

    @Test
    void finishesAnExchangeThatACrashInterrupted() throws Exception {
        for (int crashAfter = 0; crashAfter < 40; crashAfter++) {
            FaultyFiles files = new FaultyFiles();
            LogWorld world = new LogWorld(root.resolve("crash" + crashAfter), files, COMPACTED);
            for (int i = 0; i < 30; i++) {
                String key = i % 5 == 0 ? "only " + i : "k" + i % 3;
                world.append(Batches.batch().record(1000, key, "value").build());
            }
            roll(world);
            compact(world);
            fill(world, 30);
            world.log.flushSealed();
            // Takes the little that is left of the first segments together into fewer.
            world.log.compactor().run(1 << 20, IoRate.UNLIMITED);
            world.directory.checkpoint();
            files.crashAfterMoves(crashAfter);
            try {
                world.log.maintain();
            } catch (FaultyFiles.Crash expected) {
                // That is where the node stopped.
            }
            files.repair();
            world.comeBack();

            List<String> keys = keys(world);
            assertThat(keys)
                    .as("crash after %s renames", crashAfter)
                    .contains("only 0@0", "only 25@25", "k0@57", "k1@58", "k2@59");
            assertThat(keys).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(39);
            assertThat(world.log.view().logEndOffset()).isEqualTo(60);
            assertThat(LogVerifier.verify(world.log.folder(), files).findings()).isEmpty();
        }
    }

    @Test
    void leavesALogAloneThatIsDamaged() throws Exception {
        for (int at : new int[] {16, 70}) {
            FaultyFiles files = new FaultyFiles();
            LogWorld world = new LogWorld(root, files, COMPACTED);
            fill(world, 30);
            world.log.flushSealed();
            try (FileChannel channel = files.open(LogFileName.log(0).in(world.log.folder()), false)) {
                channel.write(ByteBuffer.wrap(new byte[] {99}), at);
            }
            assertThatThrownBy(() -> compact(world))
                    .isInstanceOf(CorruptLog.class)
                    .hasMessageContaining("at byte 0");

            assertThat(world.log.compactor().status().error()).contains("at byte 0");
            assertThat(world.log.failure()).isEmpty();
            assertThat(world.read(29)).hasSize(1);
            assertThat(files.list(world.log.folder())).noneMatch(name -> name.endsWith(LogFileName.CLEANED));
        }
    }

    @Test
    void takesNothingOverThatTellsOfRecordsFromBeforeACut() throws Exception {
        LogWorld world = new LogWorld(root, COMPACTED);
        fill(world, 30);
        world.log.flushSealed();
        world.log.append(Batches.batch().record(1000, "k0", "not replicated").build(), 0);
        world.log.compactor().run(1 << 20, IoRate.UNLIMITED);

        world.log.truncateTo(30);
        fill(world, 3);
        world.log.maintain();

        assertThat(keys(world)).contains("k0@30", "k1@31", "k2@32");
        compact(world);
        assertThat(keys(world)).containsExactly("k0@30", "k1@31", "k2@32");
    }

    @Test
    void neverUsesAnOffsetAgainThoughItsRecordIsCompactedAway() throws Exception {
        LogWorld world = new LogWorld(root, COMPACTED);
        world.configs.put("delete.retention.ms", "0");
        world.restart();
        fill(world, 10);
        world.append(Batches.batch().record(1000, "k0", null).build());
        roll(world);
        compact(world);
        assertThat(keys(world)).containsExactly("k1@7", "k2@8");

        world.log.truncateTo(11);
        assertThat(world.log.view().logEndOffset()).isEqualTo(11);
        world.comeBack();
        assertThat(world.append(Batches.of("next"))).isEqualTo(new AppendResult.Appended(11, 11, -1, 0, false));
    }

    private static void fill(LogWorld world, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            world.append(Batches.batch().record(1000, "k" + i % 3, "value " + i).build());
        }
        roll(world);
    }

    /** The segment in use is left alone, so begin another. */
    private static void roll(LogWorld world) throws Exception {
        world.configs.put("segment.ms", "1");
        world.log.configure(world.config());
        world.nowMs.addAndGet(10);
        world.log.maintain();
        world.configs.remove("segment.ms");
        world.log.configure(world.config());
    }

    private static void compact(LogWorld world) throws Exception {
        world.log.flushSealed();
        world.log.compactor().run(1 << 20, IoRate.UNLIMITED);
        world.log.maintain();
    }

    /** Each record that is left, as key@offset. */
    private static List<String> keys(LogWorld world) throws Exception {
        List<String> keys = new ArrayList<>();
        for (RecordBatch batch : world.read(0)) {
            BatchFilter.forEachKey(batch, (key, offset) -> keys.add(text(key) + "@" + offset));
        }
        return keys;
    }

    private static String text(ByteBuffer key) {
        return StandardCharsets.UTF_8.decode(key.duplicate()).toString();
    }
}
