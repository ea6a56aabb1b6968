package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RecoveryTest {
    private static final Path ROOT = Path.of("/logs");

    private final FaultyFiles files = new FaultyFiles();

    @Test
    void cutsATornTail() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000");
        Path segment = segment(world, 0);
        try (FileChannel channel = files.open(segment, false)) {
            channel.truncate(channel.size() - 5);
        }
        world.comeBack();

        assertThat(world.log.view().logEndOffset()).isEqualTo(9);
        assertThat(world.append(Batches.of("next"))).isEqualTo(new AppendResult.Appended(9, 9, -1, 0, false));
        assertThat(world.restart().read(0)).hasSize(10);
    }

    @Test
    void cutsGarbageBehindTheEnd() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000");
        try (FileChannel channel = files.open(segment(world, 0), false)) {
            channel.write(ByteBuffer.allocate(1000), channel.size());
        }
        world.comeBack();
        assertThat(world.log.view().logEndOffset()).isEqualTo(10);
        assertThat(world.read(0)).hasSize(10);
    }

    @Test
    void doesNotServeALogThatIsDamagedInTheMiddle() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000");
        damage(segment(world, 0), 70);

        assertThatThrownBy(world::comeBack)
                .isInstanceOf(CorruptLog.class)
                .hasMessageContaining("at byte 0")
                .hasMessageContaining("wrong checksum");
    }

    @Test
    void seesThatAWholeBatchLiesBehindOneWhoseLengthIsDamaged() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000");
        damage(segment(world, 0), 8);

        assertThatThrownBy(world::comeBack)
                .isInstanceOf(CorruptLog.class)
                .hasMessageContaining("at byte 0")
                .hasMessageContaining("a whole batch lies at byte");
    }

    @Test
    void doesNotServeALogThatIsShorterThanWhatWasFlushed() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000");
        world.log.flush();
        world.directory.checkpoint();
        try (FileChannel channel = files.open(segment(world, 0), false)) {
            channel.truncate(channel.size() / 10 * 9);
        }
        assertThatThrownBy(world::comeBack)
                .isInstanceOf(CorruptLog.class)
                .hasMessageContaining("the log ends with offset 9, although everything below 10 was flushed");
    }

    @Test
    void tellsWhoeverReadsThatWhatWasFlushedIsDamaged() throws Exception {
        LogWorld world = filled("segment.bytes", "200");
        world.log.flush();
        world.directory.checkpoint();
        damage(segment(world, 0), 16);
        world.comeBack();

        assertThatThrownBy(() -> world.read(0)).isInstanceOf(CorruptLog.class).hasMessageContaining("at byte 0");
        assertThat(world.read(5)).hasSize(5);
    }

    @Test
    void readsAroundAnIndexEntryThatLeadsAstray() throws Exception {
        LogWorld world = filled("segment.bytes", "400", "index.interval.bytes", "0");
        world.log.flush();
        world.directory.checkpoint();
        Path index = LogFileName.offsetIndex(0).in(world.log.folder());
        byte entry = files.file(index).bytes()[7];
        try (FileChannel channel = files.open(index, false)) {
            channel.write(ByteBuffer.wrap(new byte[] {(byte) (entry + 1)}), 7);
        }
        world.comeBack();
        assertThat(world.read(0)).hasSize(10);
        assertThat(world.read(1)).hasSize(9);
    }

    @Test
    void checksEverythingWhereACheckpointFileIsDamaged() throws Exception {
        LogWorld world = filled("segment.bytes", "200");
        world.log.flush();
        world.directory.checkpoint();
        damage(ROOT.resolve("recovery-point-offset-checkpoint"), 0);
        damage(segment(world, 0), 70);

        assertThatThrownBy(world::comeBack).isInstanceOf(CorruptLog.class).hasMessageContaining("wrong checksum");
    }

    @Test
    void keepsTheFilesOfAnotherTopicOfTheName() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000");
        world.log.close();

        world.directory.open(LogWorld.PARTITION, new TopicId(new UUID(8, 8)), world.config());

        assertThat(files.list(ROOT)).anyMatch(name -> name.endsWith("-stray"));
    }

    @Test
    void deletesALogThatCannotBeOpened() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000");
        damage(segment(world, 0), 70);
        assertThatThrownBy(world::comeBack).isInstanceOf(CorruptLog.class);

        world.directory.deleteClosed(LogWorld.PARTITION, LogWorld.TOPIC_ID);
        assertThat(world.comeBack().log.view().logEndOffset()).isZero();
    }

    @Test
    void deletesNoFilesOfAnotherTopicOfTheName() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000");
        world.log.close();

        world.directory.deleteClosed(LogWorld.PARTITION, new TopicId(new UUID(8, 8)));
        assertThat(world.comeBack().log.view().logEndOffset()).isEqualTo(10);
    }

    @Test
    void setsAsideWhatDoesNotBelongHereAndKeepsItsFiles() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000");
        assertThat(world.directory.setStraysAside((partition, topic) -> false))
                .as("a log that is open is no stray")
                .isEmpty();
        world.log.close();
        assertThat(world.directory.setStraysAside((partition, topic) -> topic.equals(LogWorld.TOPIC_ID)))
                .isEmpty();

        List<Path> strays = world.directory.setStraysAside((partition, topic) -> false);

        assertThat(strays).singleElement().asString().endsWith("-stray");
        assertThat(world.files.list(strays.getFirst())).anyMatch(name -> name.endsWith(".log"));
        assertThat(world.comeBack().log.view().logEndOffset()).isZero();
        assertThat(world.files.exists(strays.getFirst())).isTrue();
    }

    @Test
    void believesWhatWasFlushed() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000");
        world.log.flush();
        world.directory.checkpoint();
        damage(segment(world, 0), 70);
        world.comeBack();
        assertThat(world.log.view().logEndOffset()).isEqualTo(10);
    }

    @Test
    void rebuildsIndexesThatAreMissing() throws Exception {
        LogWorld world = filled("segment.bytes", "300", "index.interval.bytes", "0");
        world.restart();
        for (String name : files.list(world.log.folder())) {
            if (name.endsWith("index")) {
                files.delete(world.log.folder().resolve(name));
            }
        }
        world.comeBack();
        assertThat(world.read(0)).extracting(RecordBatch::baseOffset).hasSize(10);
        assertThat(world.log.view().firstAtOrAfter(1000, 10)).contains(new FoundOffset(0, 1000, 0));
    }

    @Test
    void readsTheRecordsWhereAnIndexIsDamaged() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000", "index.interval.bytes", "0");
        world.log.flush();
        damage(LogFileName.offsetIndex(0).in(world.log.folder()), 4);
        world.comeBack();
        assertThat(world.read(0)).hasSize(10);
    }

    @Test
    void keepsWhatFollowsACompactedSegmentThoughNoCheckpointWasDue() throws Exception {
        LogWorld world =
                filled("segment.bytes", "200", "cleanup.policy", "compact", "min.cleanable.dirty.ratio", "0.01");
        world.log.flushSealed();
        world.log.compactor().run(1 << 20, IoRate.UNLIMITED);
        world.log.maintain();
        world.comeBack();
        assertThat(world.log.view().logEndOffset()).isEqualTo(10);
    }

    @Test
    void goesOnWhereItEndedThoughRetentionTookAll() throws Exception {
        LogWorld world = filled("retention.ms", "5000");
        world.nowMs.addAndGet(1_000_000);
        world.log.maintain();
        assertThat(world.log.view().logStartOffset()).isEqualTo(10);

        world.comeBack();

        assertThat(world.append(Batches.of("next"))).isEqualTo(new AppendResult.Appended(10, 10, -1, 10, false));
    }

    @Test
    void takesNoMoreWritesAfterAFailedOne() throws Exception {
        LogWorld world = filled("segment.bytes", "1000000");
        files.failWrites(true);
        assertThat(world.append(Batches.of("lost"))).isInstanceOf(AppendResult.Refused.class);
        files.failWrites(false);
        assertThat(world.log.failure())
                .hasValueSatisfying(reason -> assertThat(reason).contains("the disk fails"));
        assertThat(world.append(Batches.of("later"))).isInstanceOf(AppendResult.Refused.class);
        assertThat(world.read(0)).hasSize(10);
        assertThat(world.comeBack().append(Batches.of("after"))).isInstanceOf(AppendResult.Appended.class);
    }

    private LogWorld filled(String... configs) throws IOException {
        LogWorld world = new LogWorld(ROOT, files, configs);
        for (int i = 0; i < 10; i++) {
            world.append(Batches.of("value " + i));
        }
        return world;
    }

    private static Path segment(LogWorld world, long base) {
        return LogFileName.log(base).in(world.log.folder());
    }

    private void damage(Path file, int at) throws IOException {
        try (FileChannel channel = files.open(file, false)) {
            channel.write(ByteBuffer.wrap(new byte[] {99}), at);
        }
    }
}
