package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import dev.troupe.protocol.record.BadRecords;
import dev.troupe.protocol.record.RecordBatch;
import dev.troupe.protocol.record.RecordCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A segment's file as it lies on disk, to be looked at while no node uses it: nothing is believed, nothing is changed. Start
 * with {@link #in}.
 */
public final class LogFile {
    private final Path path;
    private final long baseOffset;
    private final ByteBuffer bytes;

    private LogFile(Path path, long baseOffset, ByteBuffer bytes) {
        this.path = path;
        this.baseOffset = baseOffset;
        this.bytes = bytes;
    }

    /**
     * One batch where it lies.
     *
     * @param position in the file, bytes
     * @param batch of use while the file is mapped
     */
    public record Entry(long position, RecordBatch batch) {}

    /**
     * One record.
     *
     * @param timestampMs its own, or its append's where the batch says so
     */
    public record Item(long offset, long timestampMs, boolean hasKey, boolean hasValue) {}

    /** The segments in a partition's folder, in order of offsets. */
    public static List<LogFile> in(Path folder, Files files) throws IOException {
        List<LogFile> all = new ArrayList<>();
        for (LogFileName name : names(folder, files)) {
            if (name.kind() == LogFileName.Kind.LOG) {
                Path path = name.in(folder);
                all.add(new LogFile(path, name.offset(), files.map(path)));
            }
        }
        return List.copyOf(all);
    }

    static List<LogFileName> names(Path folder, Files files) throws IOException {
        return files.list(folder).stream()
                .sorted()
                .map(LogFileName::parse)
                .flatMap(Optional::stream)
                .toList();
    }

    public Path path() {
        return path;
    }

    /** The offset in its name. */
    public long baseOffset() {
        return baseOffset;
    }

    public long sizeInBytes() {
        return bytes.limit();
    }

    /** The batch at a position, empty where no whole one begins there. */
    public Optional<Entry> at(long position) {
        if (position + RecordBatch.HEADER_BYTES > bytes.limit()) {
            return Optional.empty();
        }
        RecordBatch batch = new RecordBatch(bytes, (int) position);
        long size = batch.sizeInBytes();
        return batch.magic() == RecordBatch.MAGIC
                        && size >= RecordBatch.HEADER_BYTES
                        && position + size <= bytes.limit()
                ? Optional.of(new Entry(position, batch))
                : Optional.empty();
    }

    /** The batches from the beginning up to the first bytes that are none. */
    public List<Entry> batches() {
        List<Entry> all = new ArrayList<>();
        Optional<Entry> next = at(0);
        while (next.isPresent()) {
            all.add(next.get());
            next = at(next.get().position() + next.get().batch().sizeInBytes());
        }
        return all;
    }

    /** Where the batches end: the size of the file, unless something else follows them. */
    public static long endOf(List<Entry> batches) {
        return batches.isEmpty()
                ? 0
                : batches.getLast().position() + batches.getLast().batch().sizeInBytes();
    }

    /**
     * The records of a batch.
     *
     * @throws BadRecords if they cannot be read
     */
    public static List<Item> records(RecordBatch batch) throws BadRecords {
        List<Item> all = new ArrayList<>();
        try (RecordCursor cursor = RecordCursor.over(batch)) {
            while (cursor.next()) {
                all.add(new Item(cursor.offset(), cursor.timestampMs(), cursor.hasKey(), cursor.hasValue()));
            }
        }
        return all;
    }
}
