package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.record.BatchFilter;
import dev.troupe.protocol.record.RecordBatch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random appends, rolls, compactions, deletions, truncations and checkpoints on a disk that stops before any one of its
 * operations, sometimes losing what was not forced. After every step: the log ends where it must, and loses nothing that was
 * acknowledged unless power was lost, nor forced (I2, I3); what is read was appended at that offset, in order (I7); the last
 * record of each key that retention leaves is there (I8); any offset leads to the first record left at or above it (I9); after
 * a restart no file lies about that belongs to no segment (I10).
 */
class CleaningSimulationTest {
    private static final int STEPS = 400;
    private static final int KEYS = 5;

    private final FaultyFiles files = new FaultyFiles();
    private final NavigableMap<Long, String> appended = new TreeMap<>();
    private long forced;
    private long crashes;

    @ParameterizedTest
    @CsvSource("delete,101,140")
    void keepsWhatItMustWhereverItStops(String policy, long firstSeed, long lastSeed) throws Exception {
        for (long seed = firstSeed; seed <= lastSeed; seed++) {
            new CleaningSimulationTest().run(policy, seed);
        }
    }

    private void run(String policy, long seed) throws Exception {
        Random random = new Random(seed);
        LogWorld world = new LogWorld(
                Path.of("/logs"),
                files,
                "cleanup.policy",
                policy,
                "segment.bytes",
                "500",
                "index.interval.bytes",
                "100",
                "min.cleanable.dirty.ratio",
                "0.01",
                "retention.ms",
                "-1",
                "retention.bytes",
                policy.contains("delete") ? "2500" : "-1",
                "file.delete.delay.ms",
                "100");
        for (int step = 0; step < STEPS; step++) {
            String where = policy + ", seed " + seed + ", step " + step;
            try {
                act(world, random);
            } catch (FaultyFiles.Crash stopped) {
                comeBack(world, random, where);
            }
            if (world.log.failure().isPresent()) {
                comeBack(world, random, where);
            }
            check(world, where);
        }
        assertThat(crashes).as("crashes of seed %s", seed).isGreaterThan(10);
    }

    private void act(LogWorld world, Random random) throws Exception {
        switch (random.nextInt(14)) {
            case 0 -> {
                world.log.flush();
                forced = world.log.view().logEndOffset();
            }
            case 1 -> world.log.flushSealed();
            case 2, 3 -> {
                world.nowMs.addAndGet(random.nextInt(200));
                world.log.maintain();
            }
            case 4, 5 -> compact(world, random);
            case 6 -> truncate(world, random);
            case 7 -> files.crashAfterOperations(random.nextInt(12));
            case 8 -> world.directory.checkpoint();
            case 9 -> deleteRecords(world, random);
            case 10 -> world.log.updateHighWatermark(world.log.view().logEndOffset());
            default -> append(world, random);
        }
    }

    private static void compact(LogWorld world, Random random) throws Exception {
        if (world.log.compactor().urgency() > 0) {
            world.log.compactor().run(random.nextBoolean() ? 1 << 16 : 256, IoRate.UNLIMITED);
        }
    }

    private void append(LogWorld world, Random random) {
        long offset = world.log.view().logEndOffset();
        String key = "k" + random.nextInt(KEYS);
        var batch = Batches.batch()
                .record(1000, key, "v".repeat(random.nextInt(90)))
                .build();
        appended.tailMap(offset, true).clear();
        appended.put(offset, key);
        if (!(world.log.append(batch, 0) instanceof AppendResult.Appended)) {
            appended.remove(offset);
            // Not acknowledged, but perhaps on disk.
            unsure.put(offset, key);
        }
    }

    private final Map<Long, String> unsure = new HashMap<>();

    private void truncate(LogWorld world, Random random) throws Exception {
        LogView view = world.log.view();
        long room = view.logEndOffset() - view.highWatermark();
        long end = view.logEndOffset() - (room == 0 ? 0 : random.nextLong(room + 1));
        forced = Math.min(forced, end);
        for (Map.Entry<Long, String> gone : appended.tailMap(end, true).entrySet()) {
            unsure.put(gone.getKey(), gone.getValue());
        }
        appended.tailMap(end, true).clear();
        world.log.truncateTo(end);
    }

    private void deleteRecords(LogWorld world, Random random) throws Exception {
        if (random.nextInt(4) == 0) {
            LogView view = world.log.view();
            long span = view.highWatermark() - view.logStartOffset();
            world.log.deleteRecordsBefore(view.logStartOffset() + (span == 0 ? 0 : random.nextLong(span)) / 4);
        }
    }

    private void comeBack(LogWorld world, Random random, String where) throws Exception {
        crashes++;
        long start = world.log.view().logStartOffset();
        boolean powerLost = random.nextInt(3) == 0;
        if (powerLost) {
            files.losePower(random);
        } else {
            files.repair();
        }
        world.comeBack();
        LogView view = world.log.view();
        long acknowledged = appended.isEmpty() ? 0 : appended.lastKey() + 1;
        long least = powerLost ? Math.min(forced, acknowledged) : acknowledged;
        assertThat(view.logEndOffset()).as("I2, I3 %s", where).isGreaterThanOrEqualTo(least);
        assertThat(view.logStartOffset())
                .as("start, %s", where)
                .isLessThanOrEqualTo(Math.max(start, view.logEndOffset()));
        appended.tailMap(view.logEndOffset(), true).clear();
        unsure.forEach((offset, key) -> {
            if (offset < view.logEndOffset()) {
                appended.putIfAbsent(offset, key);
            }
        });
        unsure.clear();
        forced = Math.min(forced, view.logEndOffset());
        world.log.updateHighWatermark(view.logEndOffset());
        assertThat(strangers(world)).as("I10 %s", where).isEmpty();
    }

    /** Files that belong to no segment. */
    private List<String> strangers(LogWorld world) throws Exception {
        List<Long> bases =
                world.log.segments().stream().map(SegmentStatus::baseOffset).toList();
        List<String> found = new ArrayList<>();
        for (String name : files.list(world.log.folder())) {
            Optional<LogFileName> parsed = LogFileName.parse(name);
            boolean known = parsed.map(of -> of.kind() == LogFileName.Kind.PRODUCERS || bases.contains(of.offset()))
                    .orElse(name.equals(LogFolder.EPOCHS) || name.equals(LogFolder.METADATA));
            if (!known) {
                found.add(name);
            }
        }
        return found;
    }

    private void check(LogWorld world, String where) throws Exception {
        LogView view = world.log.view();
        NavigableMap<Long, String> left = new TreeMap<>();
        long next = 0;
        for (RecordBatch batch : LogWorld.read(view, view.logStartOffset(), 300)) {
            assertThat(batch.hasRightChecksum()).as("I7 %s", where).isTrue();
            assertThat(batch.baseOffset()).as("I7 %s", where).isGreaterThanOrEqualTo(next);
            next = batch.nextOffset();
            BatchFilter.forEachKey(
                    batch,
                    (key, offset) -> left.put(
                            offset,
                            StandardCharsets.UTF_8.decode(key.duplicate()).toString()));
        }
        left.headMap(view.logStartOffset()).clear();
        assertThat(appended).as("I7 %s", where).containsAllEntriesOf(left);
        assertThat(left.keySet()).as("I8 %s", where).containsAll(lastOfEachKey(world.log, view));
        findsWhatIsLeft(view, left, where);
    }

    private List<Long> lastOfEachKey(PartitionLog log, LogView view) {
        if (!log.config().compaction().compact()) {
            return List.copyOf(appended.tailMap(view.logStartOffset(), true).keySet());
        }
        Map<String, Long> last = new HashMap<>();
        appended.tailMap(view.logStartOffset(), true).forEach((offset, key) -> last.put(key, offset));
        return List.copyOf(last.values());
    }

    private static void findsWhatIsLeft(LogView view, NavigableMap<Long, String> left, String where) throws Exception {
        for (long offset = view.logStartOffset(); offset < view.logEndOffset(); offset += 3) {
            Long expected = left.ceilingKey(offset);
            List<RecordBatch> read = LogWorld.read(view, offset, 1);
            assertThat(read.isEmpty() ? null : Math.max(offset, read.getFirst().lastOffset()))
                    .as("I9 %s", where)
                    .isEqualTo(expected);
        }
    }
}
