package dev.troupe.persistence.log;

import dev.troupe.persistence.files.DiskFiles;
import dev.troupe.persistence.files.Files;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A log directory with one partition and a clock that stands still until told. */
final class LogWorld {
    static final TopicPartition PARTITION = new TopicPartition("orders", 0);
    static final TopicId TOPIC_ID = new TopicId(new UUID(1, 2));

    final Path root;
    final Files files;
    final LogSettings settings;
    final AtomicLong nowMs = new AtomicLong(1_000_000);
    final Map<String, String> configs = new HashMap<>();
    LogDirectory directory;
    PartitionLog log;

    LogWorld(Path root, Files files, String... configs) throws IOException {
        this(root, files, new LogSettings(Duration.ofDays(1), 0), configs);
    }

    LogWorld(Path root, Files files, LogSettings settings, String... configs) throws IOException {
        this.root = root;
        this.files = files;
        this.settings = settings;
        for (int i = 0; i < configs.length; i += 2) {
            this.configs.put(configs[i], configs[i + 1]);
        }
        directory = openDirectory();
        log = directory.open(PARTITION, TOPIC_ID, config());
    }

    LogWorld(Path root, String... configs) throws IOException {
        this(root, new DiskFiles(), configs);
    }

    LogConfig config() {
        return LogConfig.from(configs);
    }

    /** Ends as a node does that is stopped, and starts again. */
    LogWorld restart() throws IOException {
        log.close();
        directory.close();
        return comeBack();
    }

    /** Starts again as after a kill: nothing was closed. */
    LogWorld comeBack() throws IOException {
        directory = openDirectory();
        log = directory.open(PARTITION, TOPIC_ID, config());
        return this;
    }

    AppendResult append(ByteBuffer batch) {
        return append(batch, 0);
    }

    AppendResult append(ByteBuffer batch, int leaderEpoch) {
        AppendResult result = log.append(batch, leaderEpoch);
        log.updateHighWatermark(log.view().logEndOffset());
        return result;
    }

    /** All batches that can be read from an offset on. */
    List<RecordBatch> read(long offset) throws Exception {
        return read(log.view(), offset, 1 << 20);
    }

    static List<RecordBatch> read(LogView view, long offset, int maxBytes) throws Exception {
        List<RecordBatch> batches = new ArrayList<>();
        long at = offset;
        for (Optional<LogSlice> slice = view.read(at, Long.MAX_VALUE, maxBytes, true);
                slice.isPresent();
                slice = view.read(at, Long.MAX_VALUE, maxBytes, true)) {
            batches.addAll(batches(slice.get()));
            at = batches.getLast().nextOffset();
        }
        return batches;
    }

    /** The batches of a slice. */
    static List<RecordBatch> batches(LogSlice slice) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(slice.size());
        BatchScan.readFully(slice.channel(), bytes, slice.position());
        List<RecordBatch> batches = new ArrayList<>();
        for (int i = 0; i < bytes.limit(); i += new RecordBatch(bytes, i).sizeInBytes()) {
            batches.add(new RecordBatch(bytes, i));
        }
        return batches;
    }

    private LogDirectory openDirectory() throws IOException {
        InstantSource clock = () -> Instant.ofEpochMilli(nowMs.get());
        AtomicLong ids = new AtomicLong();
        return LogDirectory.open(root, settings, files, clock, () -> new UUID(7, ids.incrementAndGet()));
    }
}
