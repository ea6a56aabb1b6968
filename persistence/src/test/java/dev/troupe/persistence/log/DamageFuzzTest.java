package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A stopped log whose files somebody has damaged anywhere, partly flushed before (BEHAVIOUR L8). It either refuses to open and names
 * the place, or opens and then:
 * what is read from the recovery point on is as it was appended; what is missing is the end of it, and no whole batch was cut off in
 * the file that was torn; what was flushed is there, unless reading or verifying it tells of the damage; any offset leads to its
 * batch. What lies below the recovery point is not looked at by a start, so there the damage shows only then.
 *
 * <p>Base offset and leader epoch of a batch are in no checksum of the format, so where damage hits those only order is asked for.
 */
class DamageFuzzTest {
    private static final Path ROOT = Path.of("/logs");
    private static final int BATCHES = 15;

    private final FaultyFiles files = new FaultyFiles();
    private final NavigableMap<Long, byte[]> appended = new TreeMap<>();
    private final Map<Path, byte[]> before = new HashMap<>();
    private long flushed;

    @Test
    @Timeout(120)
    void opensOrRefusesWhateverLiesOnDiskAndDropsNothingThatIsWhole() throws Exception {
        int refused = 0;
        for (int seed = 0; seed < 2000; seed++) {
            refused += new DamageFuzzTest().run(seed) ? 1 : 0;
        }
        assertThat(refused).isBetween(100, 1900);
    }

    /** True where the log refused to open. */
    private boolean run(long seed) throws Exception {
        Random random = new Random(seed);
        LogWorld world = fill(random);
        for (String name : files.list(world.log.folder())) {
            Path file = world.log.folder().resolve(name);
            before.put(file, files.file(file).bytes());
        }
        for (int i = random.nextInt(2); i >= 0; i--) {
            damage(world.log.folder(), random);
        }
        Map<Path, byte[]> damaged = new HashMap<>();
        before.keySet().forEach(file -> damaged.put(file, files.file(file).bytes()));
        String where = "seed " + seed;
        try {
            world.comeBack();
        } catch (CorruptLog named) {
            assertThat(named).as(where).hasMessageContaining(" at byte ");
            return true;
        }
        check(world, damaged, where);
        return false;
    }

    private LogWorld fill(Random random) throws Exception {
        LogWorld world = new LogWorld(ROOT, files, "segment.bytes", "500", "index.interval.bytes", "100");
        int flushAt = random.nextInt(2 * BATCHES);
        for (int i = 0; i < BATCHES; i++) {
            ByteBuffer batch = Batches.batch()
                    .producer(7, 0, i)
                    .record(1000 + i, "k", "value " + i)
                    .build();
            world.append(batch);
            byte[] bytes = new byte[batch.limit()];
            batch.get(0, bytes);
            appended.put((long) i, bytes);
            if (i == flushAt) {
                world.log.flush();
                world.directory.checkpoint();
                flushed = world.log.view().logEndOffset();
            }
        }
        return world;
    }

    private void damage(Path folder, Random random) throws IOException {
        List<String> names = files.list(folder).stream()
                .filter(name -> !name.equals(LogFolder.METADATA) && !name.equals(LogFolder.EPOCHS))
                .sorted()
                .toList();
        Path file = folder.resolve(names.get(random.nextInt(names.size())));
        try (FileChannel channel = files.open(file, false)) {
            int size = (int) channel.size();
            switch (random.nextInt(4)) {
                case 0 -> channel.truncate(random.nextInt(size + 1));
                case 1 -> channel.write(noise(random), size);
                case 2 -> channel.write(noise(random), random.nextInt(size + 1));
                default ->
                    channel.write(ByteBuffer.wrap(new byte[] {(byte) random.nextInt()}), random.nextInt(size + 1));
            }
        }
    }

    private static ByteBuffer noise(Random random) {
        byte[] bytes = new byte[1 + random.nextInt(300)];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private void check(LogWorld world, Map<Path, byte[]> damaged, String where) throws Exception {
        NavigableMap<Long, byte[]> left;
        try {
            left = readInOrder(world);
        } catch (CorruptLog named) {
            assertThat(named).as(where).hasMessageContaining(" at byte ");
            assertThat(LogVerifier.verify(world.log.folder(), files).isDamaged())
                    .as(where)
                    .isTrue();
            return;
        }
        if (hitsWhatNoChecksumCovers(damaged)) {
            return;
        }
        long end = world.log.view().logEndOffset();
        assertThat(end).as(where).isBetween(flushed, (long) BATCHES);
        boolean told = LogVerifier.verify(world.log.folder(), files).isDamaged();
        for (long offset = 0; offset < end; offset++) {
            boolean same = Arrays.equals(left.get(offset), appended.get(offset));
            assertThat(same || (offset < flushed && told))
                    .as("%s, offset %s", where, offset)
                    .isTrue();
            if (same && !told) {
                assertThat(LogWorld.read(world.log.view(), offset, 1).getFirst().baseOffset())
                        .as(where)
                        .isEqualTo(offset);
            }
        }
        assertNothingWholeWasCutOff(damaged, end, where);
    }

    private void assertNothingWholeWasCutOff(Map<Path, byte[]> damaged, long end, String where) {
        before.forEach((file, bytes) -> {
            byte[] now = damaged.getOrDefault(file, bytes);
            long torn = firstBatch(file, bytes, end);
            batches(file, bytes).forEach((offset, at) -> {
                int size = new RecordBatch(ByteBuffer.wrap(bytes), at).sizeInBytes();
                boolean whole = at + size <= now.length && Arrays.equals(bytes, at, at + size, now, at, at + size);
                assertThat(offset > torn && torn >= 0 && whole)
                        .as("%s: the whole batch of offset %s is gone, the log ends with %s", where, offset, end)
                        .isFalse();
            });
        });
    }

    /** The offset of the batch in this file that the log ends before, -1 where it is in another. */
    private static long firstBatch(Path file, byte[] bytes, long end) {
        return batches(file, bytes).containsKey(end) && batches(file, bytes).firstKey() < end ? end : -1;
    }

    private boolean hitsWhatNoChecksumCovers(Map<Path, byte[]> damaged) {
        return before.entrySet().stream().anyMatch(entry -> {
            byte[] now = damaged.getOrDefault(entry.getKey(), entry.getValue());
            return batches(entry.getKey(), entry.getValue()).values().stream()
                    .anyMatch(at -> at + RecordBatch.HEADER_BYTES <= now.length
                            && (!Arrays.equals(entry.getValue(), at, at + 8, now, at, at + 8)
                                    || !Arrays.equals(entry.getValue(), at + 12, at + 16, now, at + 12, at + 16)));
        });
    }

    /** Where the batches of a whole segment file begin. */
    private static NavigableMap<Long, Integer> batches(Path file, byte[] bytes) {
        NavigableMap<Long, Integer> all = new TreeMap<>();
        if (String.valueOf(file.getFileName()).endsWith(".log")) {
            for (int at = 0; at < bytes.length; at += new RecordBatch(ByteBuffer.wrap(bytes), at).sizeInBytes()) {
                all.put(new RecordBatch(ByteBuffer.wrap(bytes), at).baseOffset(), at);
            }
        }
        return all;
    }

    private static NavigableMap<Long, byte[]> readInOrder(LogWorld world) throws Exception {
        NavigableMap<Long, byte[]> left = new TreeMap<>();
        long next = 0;
        for (RecordBatch batch : LogWorld.read(world.log.view(), 0, 1)) {
            assertThat(batch.baseOffset()).isGreaterThanOrEqualTo(next);
            next = batch.nextOffset();
            byte[] bytes = new byte[batch.sizeInBytes()];
            batch.buffer().get(batch.start(), bytes);
            left.put(batch.baseOffset(), bytes);
        }
        return left;
    }
}
