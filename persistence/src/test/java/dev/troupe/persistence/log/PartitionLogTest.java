package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.persistence.log.AppendResult.Appended;
import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.record.RecordBatch;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionLogTest {
    @TempDir
    Path root;

    @Test
    void appendsAndReadsBack() throws Exception {
        LogWorld world = new LogWorld(root);

        assertThat(world.append(Batches.of("a", "b"), 3)).isEqualTo(new Appended(0, 1, -1, 0, false));
        assertThat(world.append(Batches.of("c"), 3)).isEqualTo(new Appended(2, 2, -1, 0, false));

        assertThat(world.read(0)).extracting(RecordBatch::baseOffset).containsExactly(0L, 2L);
        assertThat(world.read(1)).extracting(RecordBatch::baseOffset).containsExactly(0L, 2L);
        assertThat(world.read(2)).extracting(RecordBatch::leaderEpoch).containsExactly(3);
        assertThat(world.read(3)).isEmpty();
        assertThat(world.log.view().latestLeaderEpoch()).isEqualTo(3);
        assertThatThrownBy(() -> world.read(4)).isInstanceOf(OffsetOutOfRange.class);
    }

    @Test
    void writesDirectBuffersFromTheirPositionOn() throws Exception {
        LogWorld world = new LogWorld(root);
        ByteBuffer batch = Batches.of("a");
        ByteBuffer frame = ByteBuffer.allocateDirect(batch.remaining() + 10);
        frame.position(7).put(batch).flip().position(7);

        assertThat(world.append(frame)).isInstanceOf(Appended.class);
        assertThat(world.read(0).getFirst().hasRightChecksum()).isTrue();
    }

    @Test
    void keepsEverythingOverACleanRestart() throws Exception {
        LogWorld world = new LogWorld(root, "segment.bytes", "300");
        for (int i = 0; i < 20; i++) {
            world.append(Batches.of("value " + i), i / 5);
        }
        LogView before = world.log.view();
        world.restart();
        LogView after = world.log.view();

        assertThat(world.directory.wasClosedCleanly()).isTrue();
        assertThat(after.logEndOffset()).isEqualTo(20);
        assertThat(after.highWatermark()).isEqualTo(20);
        assertThat(after.sizeInBytes()).isEqualTo(before.sizeInBytes());
        assertThat(after.endOf(1)).isEqualTo(new EpochEnd(1, 10));
        assertThat(world.read(0)).hasSize(20);
        assertThat(world.log.recoveryPoint()).isEqualTo(20);
    }

    @Test
    void keepsEverythingOverAKill() throws Exception {
        LogWorld world = new LogWorld(root, "segment.bytes", "300");
        for (int i = 0; i < 20; i++) {
            world.append(Batches.of("value " + i), i / 5);
        }
        world.comeBack();

        assertThat(world.directory.wasClosedCleanly()).isFalse();
        assertThat(world.log.view().logEndOffset()).isEqualTo(20);
        assertThat(world.log.view().endOf(1)).isEqualTo(new EpochEnd(1, 10));
        assertThat(world.read(0)).hasSize(20);
    }

    @Test
    void knowsItsProducersOverRestartsAndKills() throws Exception {
        LogWorld world = new LogWorld(root, "segment.bytes", "300");
        for (int i = 0; i < 8; i++) {
            world.append(fromProducer(i));
        }
        world.restart();
        assertThat(world.append(fromProducer(7))).isEqualTo(new Appended(7, 7, -1, 0, true));
        assertThat(world.append(fromProducer(8))).isEqualTo(new Appended(8, 8, -1, 0, false));
        world.comeBack();
        assertThat(world.append(fromProducer(8))).isEqualTo(new Appended(8, 8, -1, 0, true));
        assertThat(((Refused) world.append(fromProducer(10))).error())
                .isEqualTo(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER);
    }

    @Test
    void knowsAllBatchesThatMayComeAgainWhateverItWasRestoredFrom() throws Exception {
        LogWorld world = new LogWorld(root, "segment.bytes", "300");
        for (int i = 0; i < 8; i++) {
            world.append(fromProducer(i));
        }
        world.restart();
        lastFiveAreKnown(world, 7);
        world.append(fromProducer(8));
        world.comeBack();
        lastFiveAreKnown(world, 8);
        world.log.truncateTo(8);
        lastFiveAreKnown(world, 7);
    }

    private static void lastFiveAreKnown(LogWorld world, int last) {
        for (int i = last - 4; i <= last; i++) {
            assertThat(world.append(fromProducer(i))).isEqualTo(new Appended(i, i, -1, 0, true));
        }
    }

    @Test
    void limitsASliceToWholeBatchesBelowTheEndAsked() throws Exception {
        LogWorld world = new LogWorld(root);
        for (int i = 0; i < 10; i++) {
            world.append(Batches.of("v" + i));
        }
        int size = (int) world.log.view().sizeInBytes() / 10;

        assertThat(world.log
                        .view()
                        .read(2, 10, 3 * size + 5, true)
                        .orElseThrow()
                        .size())
                .isEqualTo(3 * size);
        assertThat(world.log.view().read(2, 4, 100 * size, true).orElseThrow().size())
                .isEqualTo(2 * size);
        assertThat(world.log.view().read(2, 10, 1, true).orElseThrow().size()).isEqualTo(size);
        assertThat(world.log.view().read(2, 10, 1, false)).isEmpty();
        assertThat(world.log.view().read(2, 2, 100, true)).isEmpty();
    }

    @Test
    void findsRecordsByTheirTime() throws Exception {
        LogWorld world = new LogWorld(root, "segment.bytes", "400", "index.interval.bytes", "0");
        for (int i = 0; i < 20; i++) {
            world.append(Batches.at(100)
                    .record(1000 + 10 * i, "k", "v")
                    .record(1005 + 10 * i, "k", "v")
                    .build());
        }
        LogView view = world.log.view();

        assertThat(view.firstAtOrAfter(1000, 40)).contains(new FoundOffset(0, 1000, 0));
        assertThat(view.firstAtOrAfter(1091, 40)).contains(new FoundOffset(19, 1095, 0));
        assertThat(view.firstAtOrAfter(1196, 40)).isEmpty();
        assertThat(view.firstAtOrAfter(1091, 19)).isEmpty();
        assertThat(view.highestTimestamp(40)).contains(new FoundOffset(39, 1195, 0));
        assertThat(view.highestTimestamp(11)).contains(new FoundOffset(10, 1050, 0));
    }

    @Test
    void truncatesByWholeBatches() throws Exception {
        LogWorld world = new LogWorld(root, "segment.bytes", "300");
        for (int i = 0; i < 10; i++) {
            world.append(Batches.of("a", "b"), i);
        }
        world.log.truncateTo(14);
        assertThat(world.log.view().logEndOffset()).isEqualTo(14);
        world.log.truncateTo(9);
        assertThat(world.log.view().logEndOffset()).isEqualTo(8);
        assertThat(world.log.view().latestLeaderEpoch()).isEqualTo(3);
        assertThat(world.append(Batches.of("c"), 20)).isEqualTo(new Appended(8, 8, -1, 0, false));
        assertThat(world.read(0)).extracting(RecordBatch::baseOffset).containsExactly(0L, 2L, 4L, 6L, 8L);
        world.restart();
        assertThat(world.read(0)).extracting(RecordBatch::baseOffset).containsExactly(0L, 2L, 4L, 6L, 8L);
    }

    @Test
    void startsAfreshAtAnOffset() throws Exception {
        LogWorld world = new LogWorld(root);
        world.append(Batches.of("a"));
        world.log.truncateFullyAndStartAt(100);
        assertThat(world.append(Batches.of("b"))).isEqualTo(new Appended(100, 100, -1, 100, false));
        world.comeBack();
        assertThat(world.log.view().logStartOffset()).isEqualTo(100);
        assertThat(world.read(100)).hasSize(1);
    }

    @Test
    void takesReplicatedBatchesAsTheyAre() throws Exception {
        LogWorld leader = new LogWorld(root.resolve("leader"));
        LogWorld follower = new LogWorld(root.resolve("follower"));
        leader.append(Batches.of("a", "b"), 4);
        leader.append(Batches.of("c"), 5);
        LogSlice slice = leader.log.view().read(0, 3, 1000, true).orElseThrow();
        ByteBuffer bytes = ByteBuffer.allocate(slice.size());
        BatchScan.readFully(slice.channel(), bytes, slice.position());

        assertThat(follower.log.appendReplicated(bytes.flip())).isEqualTo(new Appended(0, 2, -1, 0, false));
        assertThat(follower.log.view().endOf(4)).isEqualTo(new EpochEnd(4, 2));
        assertThat(follower.read(0)).hasSize(2);
        assertThat(follower.log.appendReplicated(bytes.rewind())).isInstanceOf(Refused.class);
    }

    @Test
    void deletesOldSegmentsAndTellsTheNewStart() throws Exception {
        LogWorld world = new LogWorld(root, "segment.bytes", "300", "retention.bytes", "500", "retention.ms", "-1");
        for (int i = 0; i < 20; i++) {
            world.append(Batches.of("value " + i));
        }
        LogSlice slice = world.log.view().read(0, 20, 1000, true).orElseThrow();
        world.log.maintain();

        assertThat(world.log.view().logStartOffset()).isGreaterThan(10);
        assertThat(world.log.view().sizeInBytes()).isBetween(500L, 900L);
        assertThat(slice.channel().read(ByteBuffer.allocate(10), slice.position()))
                .isEqualTo(10);
        world.nowMs.addAndGet(60_000);
        world.log.maintain();
        assertThat(world.files.list(world.log.folder())).noneMatch(name -> name.endsWith(".deleted"));
        long start = world.log.view().logStartOffset();
        world.restart();
        assertThat(world.log.view().logStartOffset()).isEqualTo(start);
    }

    @Test
    void keepsTheLogStartWhereDeleteRecordsPutIt() throws Exception {
        LogWorld world = new LogWorld(root);
        for (int i = 0; i < 10; i++) {
            world.append(Batches.of("value " + i));
        }
        world.log.deleteRecordsBefore(5);
        assertThat(world.restart().log.view().logStartOffset()).isEqualTo(5);
    }

    @Test
    void deletesNothingThatIsNotReplicated() throws Exception {
        LogWorld world = new LogWorld(root, "segment.bytes", "300", "retention.bytes", "0", "retention.ms", "5000");
        world.append(Batches.of("replicated"));
        for (int i = 0; i < 20; i++) {
            world.log.append(Batches.of("value " + i), 0);
        }
        world.nowMs.addAndGet(1_000_000);
        world.log.maintain();
        assertThat(world.log.view().logStartOffset()).isLessThanOrEqualTo(1);
        assertThat(world.read(1)).hasSize(20);
    }

    @Test
    void deletesEvenTheLastSegmentOnceItIsTooOld() throws Exception {
        LogWorld world = new LogWorld(root, "retention.ms", "5000");
        world.append(Batches.at(world.nowMs.get())
                .record(world.nowMs.get(), "k", "v")
                .build());
        world.log.maintain();
        assertThat(world.log.view().logStartOffset()).isZero();
        world.nowMs.addAndGet(5001);
        world.log.maintain();
        assertThat(world.log.view().logStartOffset()).isEqualTo(1);
        assertThat(world.append(Batches.of("next"))).isEqualTo(new Appended(1, 1, -1, 1, false));
    }

    @Test
    void keepsNothingOfATopicThatHadTheNameBefore() throws Exception {
        LogWorld world = new LogWorld(root);
        world.append(Batches.of("old"));
        world.log.close();
        PartitionLog fresh = world.directory.open(LogWorld.PARTITION, dev.troupe.protocol.TopicId.ZERO, world.config());
        assertThat(fresh.view().logEndOffset()).isZero();
    }

    @Test
    void startsANewPartitionAtZeroWhateverCheckpointsTellOfOneThatHadTheName() throws Exception {
        LogWorld world = new LogWorld(root);
        world.log.truncateFullyAndStartAt(50);
        world.directory.checkpoint();
        world.directory.delete(world.log);
        world.comeBack();
        assertThat(world.append(Batches.of("a"))).isEqualTo(new Appended(0, 0, -1, 0, false));
    }

    @Test
    void removesADeletedPartitionAfterTheDelay() throws Exception {
        LogWorld world = new LogWorld(root, "file.delete.delay.ms", "1000");
        world.append(Batches.of("a"));
        world.directory.delete(world.log);
        assertThat(world.directory.found()).isEmpty();
        assertThat(((Refused) world.log.append(Batches.of("b"), 0)).error()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
        world.nowMs.addAndGet(1000);
        world.directory.removeDeleted();
        assertThat(world.files.list(root)).noneMatch(name -> name.endsWith("-delete"));
    }

    private static ByteBuffer fromProducer(int sequence) {
        return Batches.batch()
                .producer(9, 0, sequence)
                .record(1000, "k", "v" + sequence)
                .build();
    }
}
