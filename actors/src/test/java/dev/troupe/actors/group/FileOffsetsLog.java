package dev.troupe.actors.group;

import dev.troupe.persistence.log.AppendResult;
import dev.troupe.persistence.log.EpochEnd;
import dev.troupe.persistence.log.FoundOffset;
import dev.troupe.persistence.log.LogSlice;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.offsets.OffsetsLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Partitions of {@code __consumer_offsets} as one file each, without replicas: enough to write groups and read them back. */
final class FileOffsetsLog implements OffsetsLog {
    private final Path directory;
    private final ConcurrentMap<Integer, Written> partitions = new ConcurrentHashMap<>();
    private final AtomicReference<AppendResult.@Nullable Refused> refusal = new AtomicReference<>();

    FileOffsetsLog(Path directory) {
        this.directory = directory;
    }

    /** Refuses the next append. */
    void refuseOnce(AppendResult.Refused refused) {
        refusal.set(refused);
    }

    @Override
    public void append(int partition, ByteBuffer records, Consumer<AppendResult> done) {
        AppendResult.Refused refused = refusal.getAndSet(null);
        done.accept(refused == null ? written(partition).append(records) : refused);
    }

    @Override
    public Optional<LogView> view(int partition) {
        return Optional.of(written(partition));
    }

    private Written written(int partition) {
        return partitions.computeIfAbsent(partition, p -> new Written(directory.resolve(p + ".log")));
    }

    private static final class Written implements LogView {
        private static final int LAST_OFFSET_DELTA_AT = 23;

        private final FileChannel file;
        private long size;
        private long end;

        Written(Path path) {
            try {
                file = FileChannel.open(
                        path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        synchronized AppendResult append(ByteBuffer batch) {
            long base = end;
            batch.putLong(0, base);
            end = base + batch.getInt(LAST_OFFSET_DELTA_AT) + 1;
            try {
                while (batch.hasRemaining()) {
                    size += file.write(batch, size);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return new AppendResult.Appended(base, end - 1, -1, 0, false);
        }

        @Override
        public synchronized Optional<LogSlice> read(long offset, long endOffset, int maxBytes, boolean always) {
            return offset >= end ? Optional.empty() : Optional.of(new LogSlice(file, 0, (int) size));
        }

        @Override
        public boolean isInMemory(long offset) {
            return false;
        }

        @Override
        public long logStartOffset() {
            return 0;
        }

        @Override
        public synchronized long highWatermark() {
            return end;
        }

        @Override
        public synchronized long lastStableOffset() {
            return end;
        }

        @Override
        public synchronized long logEndOffset() {
            return end;
        }

        @Override
        public synchronized long sizeInBytes() {
            return size;
        }

        @Override
        public int latestLeaderEpoch() {
            return 0;
        }

        @Override
        public Optional<FoundOffset> firstAtOrAfter(long timestampMs, long endOffset) {
            return Optional.empty();
        }

        @Override
        public Optional<FoundOffset> highestTimestamp(long endOffset) {
            return Optional.empty();
        }

        @Override
        public EpochEnd endOf(int leaderEpoch) {
            return new EpochEnd(-1, -1);
        }
    }
}
