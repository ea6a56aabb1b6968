package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
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
    private final SegmentIndexes indexes;
    private final long createdMs;
    private volatile @Nullable FileChannel channel;
    private long size;
    private long firstTimestamp = -1;
    private boolean nameIsForced;

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
            SegmentIndexes indexes,
            long size,
            long createdMs) {
        this.files = files;
        this.folder = folder;
        this.baseOffset = baseOffset;
        this.suffix = suffix;
        this.file = folder.resolve(LogFileName.log(baseOffset) + suffix);
        this.indexes = indexes;
        this.size = size;
        this.createdMs = createdMs;
    }

    /** A segment without records; its files come with the first. */
    static Segment empty(Files files, Path folder, long baseOffset, String suffix, long nowMs) {
        SegmentIndexes indexes = SegmentIndexes.empty(files, folder, baseOffset, suffix);
        return new Segment(files, folder, baseOffset, suffix, indexes, 0, nowMs);
    }

    /** A segment whose files are there; where the indexes are not, it has to be recovered. */
    static Segment load(Files files, Path folder, long baseOffset) throws IOException {
        Path log = LogFileName.log(baseOffset).in(folder);
        return new Segment(
                files,
                folder,
                baseOffset,
                LogFileName.IN_USE,
                SegmentIndexes.load(files, folder, baseOffset),
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

    SegmentIndexes indexes() {
        return indexes;
    }

    /** The largest timestamp of its records, -1 where there is none. */
    long maxTimestamp() {
        return indexes.maxTimestamp();
    }

    /** Last offset of the batch that brought the largest timestamp. */
    long maxTimestampOffset() {
        return indexes.maxTimestampOffset();
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

    /** A scan of its first {@code end} bytes that meets the first batch at or above {@code offset}. */
    BatchScan scanFor(long offset, long end) throws IOException {
        return indexes.scanFor(offset, channel(), end);
    }

    /**
     * Goes to the first batch that ends at or above an offset; false where there is none.
     *
     * @param endOffset no batch here reaches above it
     * @throws CorruptLog if the scan meets something else than batches of this segment: then nobody knows what lies behind
     */
    boolean seek(BatchScan scan, long offset, long endOffset) throws IOException {
        for (; scan.atBatch(); scan.advance()) {
            RecordBatch batch = scan.header();
            if (batch.baseOffset() < baseOffset || batch.nextOffset() > endOffset) {
                throw new CorruptLog(
                        file,
                        scan.position(),
                        "the batch of offset " + batch.baseOffset() + " does not belong between " + baseOffset + " and "
                                + endOffset);
            }
            if (batch.lastOffset() >= offset) {
                return true;
            }
        }
        if (!scan.isAtEnd()) {
            throw new CorruptLog(file, scan.position(), "here should be a batch");
        }
        return false;
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
        try {
            while (bytes.hasRemaining()) {
                at += open.write(bytes, at);
            }
        } catch (NonWritableChannelException e) {
            throw new IOException(file + " can only be read", e);
        }
    }

    /** Counts in a batch that was written at the segment's end, or found there. */
    void note(RecordBatch batch, int indexIntervalBytes) {
        indexes.note(batch, size, indexIntervalBytes);
        if (size == 0) {
            firstTimestamp = batch.maxTimestamp();
        }
        size += batch.sizeInBytes();
    }

    /**
     * Cuts the segment off.
     *
     * @param offset where the log will end
     * @param position where the segment will end
     */
    void truncate(long offset, long position, int indexIntervalBytes) throws IOException {
        if (files.exists(file)) {
            rewind(offset, size);
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

    /**
     * Goes back to the last index entry below an offset that can be believed, so that the batches behind it can be
     * {@link #note}d anew.
     */
    void rewind(long offset, long fileSize) throws IOException {
        size = indexes.rewind(offset, channel(), fileSize);
    }

    /** Forces records and indexes to disk, and their names the first time, unless it was taken out of the log. */
    synchronized void flush() throws IOException {
        if (size > 0 && !suffix.equals(LogFileName.DELETED)) {
            channel().force(true);
            indexes.write(true);
            if (!nameIsForced) {
                files.syncFolder(folder);
                nameIsForced = true;
            }
        }
    }

    /** It is not appended to any more: its indexes leave the heap. */
    void seal() throws IOException {
        indexes.write(false);
        indexes.settle();
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
        indexes.movedTo(
                path(LogFileName.offsetIndex(baseOffset), suffix), path(LogFileName.timeIndex(baseOffset), suffix));
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
