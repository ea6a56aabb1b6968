package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.record.RecordBatch;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random work on a log on a disk that stops in the middle of writes, sometimes losing what was not forced. After every restart:
 * the log is a prefix of what was appended (I1), with all that was forced (I2) and, unless power was lost, all that was
 * acknowledged (I3); batches follow each other and are whole (I4); the last batch of the producer is known (I5); any offset and
 * time is found as in a plain list (I6); each leader epoch ends where it did (I14).
 */
class LogSimulationTest {
    private static final int STEPS = 300;
    private static final String[] CONFIGS = {
        "segment.bytes", "700", "index.interval.bytes", "100", "retention.ms", "-1", "file.delete.delay.ms", "0"
    };

    private final FaultyFiles files = new FaultyFiles();
    private final List<Long> times = new ArrayList<>();
    private final List<Integer> epochs = new ArrayList<>();
    private int acknowledged;
    private int forced;
    private int epoch;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void staysAPrefixOfWhatWasAppended(long seed) throws Exception {
        Random random = new Random(seed);
        LogWorld world = new LogWorld(Path.of("/logs"), files, CONFIGS);
        for (int step = 0; step < STEPS; step++) {
            try {
                act(world, random);
            } catch (FaultyFiles.Crash stopped) {
                comeBack(world, random);
            }
            if (world.log.failure().isPresent()) {
                comeBack(world, random);
            }
            check(world, "seed " + seed + ", step " + step);
        }
    }

    private void act(LogWorld world, Random random) throws Exception {
        switch (random.nextInt(12)) {
            case 0 -> {
                world.log.flush();
                forced = acknowledged;
            }
            case 1 -> world.log.flushSealed();
            case 2 -> {
                world.nowMs.addAndGet(random.nextInt(1000));
                world.log.maintain();
            }
            case 3 -> {
                world.restart();
                forced = acknowledged;
            }
            case 4 -> comeBack(world, random);
            case 5 -> truncate(world, random);
            case 6 -> files.crashAfterWrites(random.nextInt(6));
            case 7 -> files.crashAfterMoves(random.nextInt(4));
            case 8 -> world.directory.checkpoint();
            default -> append(world, random);
        }
    }

    private void append(LogWorld world, Random random) {
        long time = random.nextLong(1_000, 100_000);
        ByteBuffer batch = Batches.at(500)
                .producer(7, 0, times.size())
                .record(time, "k", "v".repeat(random.nextInt(200)))
                .build();
        epoch += random.nextInt(8) == 0 ? 1 : 0;
        times.add(time);
        epochs.add(epoch);
        if (world.append(batch, epoch) instanceof AppendResult.Appended) {
            acknowledged = times.size();
        }
    }

    private void truncate(LogWorld world, Random random) throws Exception {
        int end = Math.max(0, acknowledged - random.nextInt(6));
        forced = Math.min(forced, end);
        acknowledged = end;
        world.log.truncateTo(end);
        forgetFrom(end);
    }

    private void comeBack(LogWorld world, Random random) throws Exception {
        boolean powerLost = random.nextInt(3) == 0;
        if (powerLost) {
            files.losePower(random);
        } else {
            files.repair();
        }
        world.comeBack();
        int end = (int) world.log.view().logEndOffset();
        assertThat(end).as("I2, I3").isBetween(powerLost ? forced : acknowledged, times.size());
        forgetFrom(end);
        acknowledged = end;
        forced = Math.min(forced, end);
        world.log.updateHighWatermark(end);
    }

    private void forgetFrom(int end) {
        times.subList(end, times.size()).clear();
        epochs.subList(end, epochs.size()).clear();
    }

    private void check(LogWorld world, String where) throws Exception {
        LogView view = world.log.view();
        assertThat(view.logEndOffset()).as("I1 %s", where).isEqualTo(times.size());
        long next = 0;
        for (RecordBatch batch : world.read(0)) {
            assertThat(batch.baseOffset()).as("I4 %s", where).isEqualTo(next);
            assertThat(batch.hasRightChecksum()).as("I4 %s", where).isTrue();
            assertThat(batch.maxTimestamp()).as("I1 %s", where).isEqualTo(times.get((int) next));
            next = batch.nextOffset();
        }
        assertThat(next).as("I1 %s", where).isEqualTo(times.size());
        if (!times.isEmpty()) {
            assertThat(world.log.activeProducers())
                    .as("I5 %s", where)
                    .singleElement()
                    .satisfies(producer -> assertThat(producer.lastSequence()).isEqualTo(times.size() - 1));
            findsAsAList(view, where);
        }
    }

    private void findsAsAList(LogView view, String where) throws Exception {
        int middle = times.size() / 2;
        int last = epochs.lastIndexOf(epochs.get(middle));
        assertThat(view.endOf(epochs.get(middle)))
                .as("I14 %s", where)
                .isEqualTo(new EpochEnd(epochs.get(middle), last + 1));
        assertThat(view.latestLeaderEpoch()).as("I14 %s", where).isEqualTo(epochs.getLast());
        assertThat(LogWorld.read(view, middle, 1).getFirst().baseOffset())
                .as("I6 %s", where)
                .isEqualTo(middle);
        long time = times.get(middle);
        int first = 0;
        while (times.get(first) < time) {
            first++;
        }
        assertThat(view.firstAtOrAfter(time, times.size()).orElseThrow().offset())
                .as("I6 %s", where)
                .isEqualTo(first);
    }
}
