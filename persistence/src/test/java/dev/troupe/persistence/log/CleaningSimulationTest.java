package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.persistence.log.CleanedLogModel.Entry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random appends, rolls, flushes, retention, DeleteRecords, compactions and truncations, above the high watermark and sometimes
 * below, on a disk that stops before any operation, even while the log is being opened, sometimes losing what was not forced.
 * After every step: the log ends with all that was forced and, unless power was lost, acknowledged (I2, I3); what is read was
 * appended at that offset, in order (I7); all that retention leaves is there, or the last record of each key where the log is
 * compacted (I8); any offset leads to the first record left at or above it (I9); no file lies about that belongs to no segment
 * (I10); a key that was deleted never comes back (I11); a tombstone lives as long as {@code delete.retention.ms} (I12); nothing
 * goes that is not replicated (I15).
 */
class CleaningSimulationTest {
    private static final int STEPS = 400;
    private static final int KEYS = 5;
    private static final long TOMBSTONE_MS = 1_500;

    private final FaultyFiles files = new FaultyFiles();
    private final CleanedLogModel model = new CleanedLogModel(TOMBSTONE_MS);
    private long forced;
    private int crashes;

    @ParameterizedTest
    @CsvSource({"compact,1,30", "delete,101,120", "'compact,delete',201,230"})
    void keepsWhatItMustWhereverItStops(String policy, long firstSeed, long lastSeed) throws Exception {
        for (long seed = firstSeed; seed <= lastSeed; seed++) {
            new CleaningSimulationTest().run(policy, seed);
        }
    }

    private void run(String policy, long seed) throws Exception {
        Random random = new Random(seed);
        LogWorld world = new LogWorld(Path.of("/logs"), files, configs(policy, random));
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
            model.check(world.log.view(), policy.contains("compact"), world.nowMs.get(), where);
        }
        assertThat(crashes).as("crashes of seed %s", seed).isGreaterThan(5);
    }

    private static String[] configs(String policy, Random random) {
        boolean deletes = policy.contains("delete");
        return new String[] {
            "cleanup.policy",
            policy,
            "segment.bytes",
            "500",
            "segment.ms",
            "2000",
            "index.interval.bytes",
            "100",
            "min.cleanable.dirty.ratio",
            "0.01",
            "delete.retention.ms",
            Long.toString(TOMBSTONE_MS),
            "retention.ms",
            deletes && random.nextBoolean() ? "3000" : "-1",
            "retention.bytes",
            deletes ? "2500" : "-1",
            "file.delete.delay.ms",
            "100"
        };
    }

    private void act(LogWorld world, Random random) throws Exception {
        switch (random.nextInt(15)) {
            case 0 -> {
                world.log.flush();
                forced = world.log.view().logEndOffset();
            }
            case 1 -> world.log.flushSealed();
            case 2, 3 -> {
                world.nowMs.addAndGet(random.nextInt(400));
                world.log.maintain();
            }
            case 4, 5 -> compact(world, random);
            case 6 -> truncate(world, random);
            case 7 -> files.crashAfterOperations(random.nextInt(14));
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
        long now = world.nowMs.get();
        long offset = world.log.view().logEndOffset();
        Batches batch = Batches.at(now);
        NavigableMap<Long, Entry> entries = new TreeMap<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            boolean isTombstone = random.nextInt(4) == 0;
            String key = "k" + random.nextInt(KEYS);
            batch.record(now, key, isTombstone ? null : "v".repeat(random.nextInt(60)));
            entries.put(offset + entries.size(), new Entry(offset, key, isTombstone, now));
        }
        if (world.log.append(batch.build(), 0) instanceof AppendResult.Appended) {
            model.append(entries);
        } else {
            model.mayHave(entries);
        }
    }

    private void truncate(LogWorld world, Random random) throws Exception {
        LogView view = world.log.view();
        long least = view.highWatermark();
        if (random.nextInt(8) == 0) {
            // As after an unclean election. The log start is written first, as it may not go back behind what is
            // forgotten.
            world.directory.checkpoint();
            model.forgetAllBut(view);
            least = view.logStartOffset();
        }
        long end = random.nextLong(least, view.logEndOffset() + 1);
        model.cut(view, end);
        forced = Math.min(forced, model.end());
        world.log.truncateTo(end);
    }

    private static void deleteRecords(LogWorld world, Random random) throws Exception {
        if (random.nextInt(4) == 0) {
            LogView view = world.log.view();
            long span = view.highWatermark() - view.logStartOffset();
            world.log.deleteRecordsBefore(view.logStartOffset() + random.nextLong(span + 1) / 4);
        }
    }

    private void comeBack(LogWorld world, Random random, String where) throws Exception {
        long start = world.log.view().logStartOffset();
        long least = model.end();
        boolean open = false;
        while (!open) {
            crashes++;
            if (random.nextInt(3) == 0) {
                files.losePower(random);
                least = Math.min(least, forced);
            } else {
                files.repair();
            }
            open = opens(world, random);
        }
        LogView view = world.log.view();
        assertThat(view.logEndOffset()).as("I2, I3 %s", where).isGreaterThanOrEqualTo(least);
        assertThat(view.logStartOffset())
                .as("start, %s", where)
                .isLessThanOrEqualTo(Math.max(start, view.logEndOffset()));
        model.settle(view.logEndOffset());
        forced = Math.min(forced, view.logEndOffset());
        world.log.updateHighWatermark(view.logEndOffset());
        assertThat(strangers(world)).as("I10 %s", where).isEmpty();
    }

    /** False where the machine stops again before the log is open. */
    private boolean opens(LogWorld world, Random random) throws Exception {
        if (random.nextInt(4) == 0) {
            files.crashAfterOperations(random.nextInt(12));
        }
        try {
            world.comeBack();
            return true;
        } catch (FaultyFiles.Crash stopped) {
            return false;
        }
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
}
