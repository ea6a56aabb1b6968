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
    private String suffix;
    private volatile Path file;
    private final OffsetIndex offsets;
    private final TimeIndex times;
    private final long createdMs;
    private volatile @Nullable FileChannel channel;
    private long size;
    private int bytesSinceEntry;
    private long firstTimestamp = -1;
    private volatile long maxTimestamp;
    private volatile long maxTimestampOffset;

    /**
     * A segment.
     *
     * @param suffix what is appended to the names of its files, see {@link LogFileName}
     * @param size bytes of batches in its file
     * @param createdMs when its file was made
     */
    Segment(
            Files files,
            Path folder,
            long baseOffset,
            String suffix,
            OffsetIndex offsets,
            TimeIndex times,
            long size,
            long createdMs) {
        this.files = files;
        this.folder = folder;
        this.baseOffset = baseOffset;
        this.suffix = suffix;
        this.file = folder.resolve(LogFileName.log(baseOffset) + suffix);
        this.offsets = offsets;
        this.times = times;
        this.size = size;
        this.createdMs = createdMs;
        this.maxTimestamp = times.lastTimestamp();
        this.maxTimestampOffset = times.lastOffset();
    }

    /** A segment without records; its files come with the first. */
    static Segment empty(Files files, Path folder, long baseOffset, String suffix, long nowMs) {
        Path offsets = folder.resolve(LogFileName.offsetIndex(baseOffset) + suffix);
        Path times = folder.resolve(LogFileName.timeIndex(baseOffset) + suffix);
        return new Segment(
                files,
                folder,
                baseOffset,
                suffix,
                OffsetIndex.empty(files, offsets, baseOffset),
                TimeIndex.empty(files, times, baseOffset),
                0,
                nowMs);
    }

    /** A segment whose files are there; where the indexes are not, it has to be recovered. */
    static Segment load(Files files, Path folder, long baseOffset) throws IOException {
        Path log = LogFileName.log(baseOffset).in(folder);
        Path offsets = LogFileName.offsetIndex(baseOffset).in(folder);
        Path times = LogFileName.timeIndex(baseOffset).in(folder);
        return new Segment(
                files,
                folder,
                baseOffset,
                LogFileName.IN_USE,
                files.exists(offsets)
                        ? OffsetIndex.load(files, offsets, baseOffset)
                        : OffsetIndex.empty(files, offsets, baseOffset),
                files.exists(times)
                        ? TimeIndex.load(files, times, baseOffset)
                        : TimeIndex.empty(files, times, baseOffset),
                files.size(log),
                files.lastModifiedMs(log));
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
        FileChannel open = channel;
        return open != null && open.isOpen() ? open : open(false);
    }

    /** A scan that meets the batch that holds {@code offset}, if it is in the first {@code end} bytes. */
    BatchScan scanFor(long offset, long end) throws IOException {
        return new BatchScan(channel(), offsets.positionFor(offset), end);
    }

    /** Makes the file if there is none. */
    synchronized FileChannel open(boolean create) throws IOException {
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
        FileChannel open = size == 0 ? open(true) : channel();
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
    void truncate(long offset, long position, int indexIntervalBytes) throws IOException {
        rewind(offset);
        if (files.exists(file)) {
            BatchScan scan = new BatchScan(channel(), size, position);
            for (; scan.atBatch(); scan.advance()) {
                note(scan.header(), indexIntervalBytes);
            }
            trim();
        }
    }

    /** Cuts off what the file has behind the last batch. */
    void trim() throws IOException {
        if (files.exists(file)) {
            channel().truncate(size);
        }
    }

    /** Goes back to the last index entry below an offset, so that the batches behind it can be {@link #note}d anew. */
    void rewind(long offset) {
        offsets.truncateTo(offset);
        times.truncateTo(offset);
        maxTimestamp = times.lastTimestamp();
        maxTimestampOffset = times.lastOffset();
        size = offsets.positionAtMost(Integer.MAX_VALUE);
        bytesSinceEntry = 0;
    }

    /** Forgets both indexes, so that all batches can be {@link #note}d anew. */
    void rebuild() {
        offsets.file().truncate(0);
        times.file().truncate(0);
        rewind(baseOffset);
    }

    /** Forces records and indexes to disk, unless it was taken out of the log. */
    synchronized void flush() throws IOException {
        if (size > 0 && !suffix.equals(LogFileName.DELETED)) {
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

    /** Renames its files, the records last; who reads goes on reading. */
    synchronized void rename(String nextSuffix) throws IOException {
        for (LogFileName name : names()) {
            Path from = path(name, suffix);
            if (files.exists(from)) {
                files.move(from, path(name, nextSuffix));
            }
        }
        suffix = nextSuffix;
        file = path(LogFileName.log(baseOffset), suffix);
        offsets.file().movedTo(path(LogFileName.offsetIndex(baseOffset), suffix));
        times.file().movedTo(path(LogFileName.timeIndex(baseOffset), suffix));
    }

    /** Closes and deletes its files. */
    synchronized void delete() throws IOException {
        close();
        for (LogFileName name : names()) {
            files.delete(path(name, suffix));
        }
    }

    private List<LogFileName> names() {
        return List.of(
                LogFileName.offsetIndex(baseOffset), LogFileName.timeIndex(baseOffset), LogFileName.log(baseOffset));
    }

    private Path path(LogFileName name, String withSuffix) {
        return folder.resolve(name + withSuffix);
    }

    synchronized void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
