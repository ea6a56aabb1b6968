package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One file of batches with its two indexes. One thread appends; any thread reads up to a size that a {@link LogSnapshot} tells
 * it. Files are opened when somebody wants them, so that a log at rest holds none.
 */
final class Segment {
    private final Files files;
    private final Path folder;
    private final long baseOffset;
    private volatile Path file;
    private final OffsetIndex offsets;
    private final TimeIndex times;
    private final long createdMs;
    private @Nullable FileChannel channel;
    private long size;
    private int bytesSinceEntry;
    private long firstTimestamp = -1;
    private volatile long maxTimestamp;
    private volatile long maxTimestampOffset;

    Segment(
            Files files,
            Path folder,
            long baseOffset,
            OffsetIndex offsets,
            TimeIndex times,
            long size,
            long createdMs) {
        this.files = files;
        this.folder = folder;
        this.baseOffset = baseOffset;
        this.file = LogFileName.log(baseOffset).in(folder);
        this.offsets = offsets;
        this.times = times;
        this.size = size;
        this.createdMs = createdMs;
        this.maxTimestamp = times.lastTimestamp();
        this.maxTimestampOffset = times.lastOffset();
    }

    /** A segment without records; its files come with the first. */
    static Segment empty(Files files, Path folder, long baseOffset, long nowMs) {
        return new Segment(
                files,
                folder,
                baseOffset,
                OffsetIndex.empty(files, LogFileName.offsetIndex(baseOffset).in(folder), baseOffset),
                TimeIndex.empty(files, LogFileName.timeIndex(baseOffset).in(folder), baseOffset),
                0,
                nowMs);
    }

    long baseOffset() {
        return baseOffset;
    }

    Path file() {
        return file;
    }

    /** Bytes of batches; only the appending thread may ask of the segment in use. */
    long size() {
        return size;
    }

    OffsetIndex offsets() {
        return offsets;
    }

    TimeIndex times() {
        return times;
    }

    /** The largest timestamp of its records, -1 where there is none. */
    long maxTimestamp() {
        return maxTimestamp;
    }

    /** Last offset of the batch that brought the largest timestamp. */
    long maxTimestampOffset() {
        return maxTimestampOffset;
    }

    /** When its file was made, ms. */
    long createdMs() {
        return createdMs;
    }

    /** The largest timestamp of its first batch, -1 where that is not known. */
    long firstTimestamp() {
        return firstTimestamp;
    }

    /** The file, opened by whoever is first to want it. */
    FileChannel channel() throws IOException {
        return channel(false);
    }

    private synchronized FileChannel channel(boolean create) throws IOException {
        FileChannel open = channel;
        if (open == null || !open.isOpen()) {
            open = files.open(file, create);
            channel = open;
        }
        return open;
    }

    /**
     * Appends bytes that are whole batches, the first of which is described by the caller; {@link #note} must follow for each.
     *
     * @throws IOException if they could not all be written; the segment is then as before but for bytes behind its end
     */
    void write(ByteBuffer bytes) throws IOException {
        FileChannel open = channel(size == 0);
        long at = size;
        while (bytes.hasRemaining()) {
            at += open.write(bytes, at);
        }
    }

    /** Counts in a batch that was written at the segment's end, or found there. */
    void note(RecordBatch batch, int indexIntervalBytes) {
        if (bytesSinceEntry > indexIntervalBytes) {
            offsets.append(batch.lastOffset(), (int) size);
            if (maxTimestamp >= 0) {
                times.append(maxTimestamp, maxTimestampOffset);
            }
            bytesSinceEntry = 0;
        }
        if (size == 0) {
            firstTimestamp = batch.maxTimestamp();
        }
        if (batch.maxTimestamp() > maxTimestamp) {
            maxTimestamp = batch.maxTimestamp();
            maxTimestampOffset = batch.lastOffset();
        }
        size += batch.sizeInBytes();
        bytesSinceEntry += batch.sizeInBytes();
    }

    /**
     * Cuts the segment off.
     *
     * @param offset where the log will end
     * @param position where the segment will end
     */
    void truncate(long offset, long position) throws IOException {
        rewind(offset, position);
        if (files.exists(file)) {
            channel().truncate(position);
        }
    }

    /** Forgets what it knows of batches from here on, so that they can be {@link #note}d anew. */
    void rewind(long offset, long position) {
        offsets.truncateTo(offset);
        times.truncateTo(offset);
        maxTimestamp = times.lastTimestamp();
        maxTimestampOffset = times.lastOffset();
        size = position;
        bytesSinceEntry = 0;
    }

    /** Forces records and indexes to disk. */
    void flush() throws IOException {
        if (size > 0) {
            channel().force(true);
            writeIndexes(true);
        }
    }

    /** Puts the largest timestamp into the time index and both indexes into their files. */
    void writeIndexes(boolean durably) throws IOException {
        if (maxTimestamp >= 0) {
            times.append(maxTimestamp, maxTimestampOffset);
        }
        offsets.file().write(durably);
        times.file().write(durably);
    }

    /** It is not appended to any more: its indexes leave the heap. */
    void seal() throws IOException {
        writeIndexes(false);
        offsets.file().settle();
        times.file().settle();
    }

    /** Lets the file be closed by the collector once nobody reads it; the next reader opens it again. */
    synchronized void rest() {
        channel = null;
    }

    /** Renames the files, so that a start finds no such segment; who reads goes on reading. */
    void setAside() throws IOException {
        for (LogFileName name : names()) {
            Path from = name.in(folder);
            if (files.exists(from)) {
                files.move(from, aside(from));
            }
        }
        file = aside(file);
    }

    /** Closes and deletes the files that were {@link #setAside}. */
    void delete() throws IOException {
        close();
        for (LogFileName name : names()) {
            files.delete(aside(name.in(folder)));
        }
    }

    private List<LogFileName> names() {
        return List.of(
                LogFileName.log(baseOffset), LogFileName.offsetIndex(baseOffset), LogFileName.timeIndex(baseOffset));
    }

    private static Path aside(Path file) {
        return file.resolveSibling(file.getFileName() + LogFileName.DELETED);
    }

    synchronized void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
