package dev.troupe.persistence.log;

import com.sun.management.ThreadMXBean;
import dev.troupe.persistence.files.DiskFiles;
import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * What an append and a read cost beside plain file code, on the same disk, in turn, in one run, and what a start after a kill costs. Not a test: run {@code main} with a
 * folder to work in and the MiB to write, and between the halves drop the page cache for cold reads where that is permitted.
 */
final class LogBench {
    private static final int ROUNDS = 5;
    private static final int READ_BYTES = 1 << 20;
    private static final Path DROP_CACHES = Path.of("/proc/sys/vm/drop_caches");

    private final Path folder;
    private final long bytes;
    private final ByteBuffer batch;

    private LogBench(Path folder, long bytes, int batchBytes) {
        this.folder = folder;
        this.bytes = bytes;
        Batches records = Batches.batch();
        for (int size = 0; size < batchBytes; size += 1024) {
            records.record(1000, "k", "v".repeat(1000));
        }
        ByteBuffer built = records.build();
        this.batch = ByteBuffer.allocateDirect(built.limit()).put(built).flip();
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        long bytes = Long.parseLong(arguments[1]) << 20;
        for (int batchBytes : new int[] {16 << 10, 256 << 10}) {
            LogBench bench = new LogBench(folder, bytes, batchBytes);
            bench.run();
            bench.recover();
        }
    }

    private void run() throws Exception {
        double[] ratios = new double[ROUNDS];
        double[] readRatios = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            double plain = plainWrite();
            double log = append();
            double plainRead = plainRead();
            double logRead = read();
            ratios[round] = log / plain;
            readRatios[round] = logRead / plainRead;
            System.out.printf(
                    "batch %d: plain write %.0f MB/s, append %.0f MB/s; plain cold read %.0f MB/s, log %.0f MB/s%n",
                    batch.limit(), plain, log, plainRead, logRead);
        }
        Arrays.sort(ratios);
        Arrays.sort(readRatios);
        System.out.printf(
                "batch %d: median ratio of append %.2f, of cold read %.2f%n",
                batch.limit(), ratios[ROUNDS / 2], readRatios[ROUNDS / 2]);
    }

    private double plainWrite() throws IOException {
        long start = System.nanoTime();
        try (FileChannel file = FileChannel.open(
                folder.resolve("plain"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            for (long written = 0; written < bytes; written += batch.limit()) {
                file.write(batch.duplicate(), written);
            }
        }
        return rate(start);
    }

    /** How long a start takes after a kill, with nothing of the log flushed and with all of it. */
    private void recover() throws Exception {
        LogWorld world = emptyLog();
        for (long i = 0; i < bytes / batch.limit(); i++) {
            world.append(batch.duplicate());
        }
        System.out.printf(
                "batch %d: start after a kill, %d MiB to be checked: %.0f ms%n",
                batch.limit(), bytes >> 20, start(world));
        world.log.flush();
        world.directory.checkpoint();
        System.out.printf("batch %d: start after a kill, all of it flushed: %.1f ms%n", batch.limit(), start(world));
        world.log.close();
    }

    private static double start(LogWorld world) throws Exception {
        long start = System.nanoTime();
        world.comeBack();
        return (System.nanoTime() - start) / 1e6;
    }

    private LogWorld emptyLog() throws Exception {
        delete(folder.resolve("logs"));
        return new LogWorld(folder.resolve("logs"), new DiskFiles());
    }

    private double append() throws Exception {
        LogWorld world = emptyLog();
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long count = bytes / batch.limit();
        long allocated = thread.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        for (long i = 0; i < count; i++) {
            world.append(batch.duplicate());
        }
        double rate = rate(start);
        System.out.printf(
                "batch %d: %d bytes allocated in each append%n",
                batch.limit(), (thread.getCurrentThreadAllocatedBytes() - allocated) / count);
        world.log.close();
        world.directory.close();
        return rate;
    }

    private double plainRead() throws IOException {
        dropCaches();
        ByteBuffer into = ByteBuffer.allocateDirect(READ_BYTES);
        long start = System.nanoTime();
        try (FileChannel file = FileChannel.open(folder.resolve("plain"), StandardOpenOption.READ)) {
            for (long at = 0; at < bytes; at += into.position()) {
                file.read(into.clear(), at);
            }
        }
        return rate(start);
    }

    private double read() throws Exception {
        dropCaches();
        LogWorld world = new LogWorld(folder.resolve("logs"), new DiskFiles());
        LogView view = world.log.view();
        ByteBuffer into = ByteBuffer.allocateDirect(READ_BYTES);
        long start = System.nanoTime();
        long next = 0;
        while (next < view.logEndOffset()) {
            Optional<LogSlice> slice = view.read(next, Long.MAX_VALUE, READ_BYTES, true);
            into.clear().limit(slice.orElseThrow().size());
            BatchScan.readFully(slice.get().channel(), into, slice.get().position());
            int at = 0;
            while (at < into.limit()) {
                RecordBatch read = new RecordBatch(into, at);
                at += read.sizeInBytes();
                next = read.nextOffset();
            }
        }
        double rate = rate(start);
        world.log.close();
        return rate;
    }

    private double rate(long startNanos) {
        return bytes * 1e3 / (System.nanoTime() - startNanos);
    }

    private static void dropCaches() throws IOException {
        new ProcessBuilder("sync").inheritIO().start().onExit().join();
        if (Files.isWritable(DROP_CACHES)) {
            Files.writeString(DROP_CACHES, "1");
        } else {
            System.out.println("the page cache cannot be dropped here: reads are warm");
        }
    }

    private static void delete(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            try (var inside = Files.list(path)) {
                for (Path each : inside.toList()) {
                    delete(each);
                }
            }
        }
        Files.deleteIfExists(path);
    }
}
