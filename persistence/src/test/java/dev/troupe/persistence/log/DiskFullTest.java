package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.ErrorCode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A disk that fills up, and one that fails (BEHAVIOUR L8, L14). */
class DiskFullTest {
    private final FaultyFiles files = new FaultyFiles();

    @Test
    void refusesAppendsEarlyReadsOnAndTakesThemAgainWhenThereIsRoom() throws Exception {
        LogWorld world = world(new LogSettings(Duration.ofDays(1), 1000));
        assertThat(world.append(Batches.of("a"))).isInstanceOf(AppendResult.Appended.class);
        leave(world, 999);

        AppendResult refused = world.append(Batches.of("b"));

        assertThat(refused).isInstanceOfSatisfying(AppendResult.Refused.class, no -> {
            assertThat(no.error()).isEqualTo(ErrorCode.KAFKA_STORAGE_ERROR);
            assertThat(no.message()).contains("log.disk.reserve.bytes");
        });
        assertThat(world.read(0)).hasSize(1);
        assertThat(world.log.deleteRecordsBefore(1)).isEqualTo(1);
        leave(world, 1000);
        assertThat(world.append(Batches.of("b"))).isInstanceOf(AppendResult.Appended.class);
    }

    @Test
    void goesOnAfterAWriteThatOnlyLackedRoom() throws Exception {
        LogWorld world = world(new LogSettings(Duration.ofDays(1), 1000));
        world.append(Batches.of("a"));
        files.setUsableSpace(0);
        files.failWrites(true);
        assertThat(world.append(Batches.of("b"))).isInstanceOf(AppendResult.Refused.class);
        files.failWrites(false);
        leave(world, 5000);

        assertThat(world.log.failure()).isEmpty();
        assertThat(world.append(Batches.of("c"))).isEqualTo(new AppendResult.Appended(1, 1, -1, 0, false));
        assertThat(world.comeBack().read(0)).hasSize(2);
    }

    @Test
    void retentionMakesRoomOnAFullDisk() throws Exception {
        LogWorld world = world(new LogSettings(Duration.ofDays(1), 1000));
        world.configs.put("segment.bytes", "200");
        world.configs.put("retention.ms", "1000");
        world.configs.put("file.delete.delay.ms", "0");
        world.log.configure(world.config());
        for (int i = 0; i < 10; i++) {
            world.append(Batches.of("value " + i));
        }
        leave(world, 10);
        long before = world.log.view().sizeInBytes();

        world.log.maintain();

        assertThat(world.log.view().sizeInBytes()).isLessThan(before);
        assertThat(world.log.failure()).isEmpty();
    }

    @Test
    void stopsForGoodWhenForcingToDiskFailsEvenIfTheDiskIsFull() throws Exception {
        LogWorld world = world(new LogSettings(Duration.ofDays(1), 1000, true));
        assertThat(world.append(Batches.of("a"))).isInstanceOf(AppendResult.Appended.class);
        assertThat(world.log.recoveryPoint())
                .as("forced before it was acknowledged")
                .isEqualTo(1);
        files.failForces(true);

        assertThat(world.append(Batches.of("b"))).isInstanceOf(AppendResult.Refused.class);
        files.failForces(false);

        assertThat(world.log.failure())
                .hasValueSatisfying(why -> assertThat(why).contains("the disk fails"));
        assertThat(world.append(Batches.of("c"))).isInstanceOf(AppendResult.Refused.class);
    }

    @Test
    void forcesToDiskAfterSoManyRecordsOrSoLong() throws Exception {
        LogWorld world = world(new LogSettings(Duration.ofDays(1), 0));
        world.configs.put("flush.messages", "3");
        world.configs.put("flush.ms", "500");
        world.log.configure(world.config());
        world.append(Batches.of("a", "b"));
        assertThat(world.log.recoveryPoint()).isZero();
        world.append(Batches.of("c"));
        assertThat(world.log.recoveryPoint()).isEqualTo(3);

        world.append(Batches.of("d"));
        assertThat(world.log.isFlushDue()).isFalse();
        world.nowMs.addAndGet(500);
        assertThat(world.log.isFlushDue()).isTrue();
        world.log.maintain();
        assertThat(world.log.recoveryPoint()).isEqualTo(4);
    }

    private LogWorld world(LogSettings settings) throws Exception {
        return new LogWorld(Path.of("/logs"), files, settings);
    }

    /** The disk is looked at about once a second. */
    private void leave(LogWorld world, long bytes) {
        files.setUsableSpace(bytes);
        world.nowMs.addAndGet(1000);
    }
}
