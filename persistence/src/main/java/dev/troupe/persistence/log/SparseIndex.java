package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Sorted entries of a fixed size, as they stand in Kafka's index files. One thread appends, any thread searches. Entries of the
 * segment in use live on the heap and reach the file when the log is flushed; those of older segments are mapped, and only once
 * somebody searches.
 */
final class SparseIndex {
    private static final int FIRST_CAPACITY = 16;

    /** What readers see: never changed but in bytes behind {@code count}. */
    record Entries(ByteBuffer bytes, int count) {}

    private final Files files;
    private Path file;
    private final int entryBytes;
    private volatile Entries entries;
    private int written;

    private SparseIndex(Files files, Path file, int entryBytes, Entries entries, int written) {
        this.files = files;
        this.file = file;
        this.entryBytes = entryBytes;
        this.entries = entries;
        this.written = written;
    }

    /** An index without entries and, as yet, without file. */
    static SparseIndex empty(Files files, Path file, int entryBytes) {
        return new SparseIndex(files, file, entryBytes, new Entries(ByteBuffer.allocate(0), 0), 0);
    }

    /** The entries of a file that is there; only whole entries count. */
    static SparseIndex load(Files files, Path file, int entryBytes) throws IOException {
        ByteBuffer mapped = files.map(file);
        int count = mapped.capacity() / entryBytes;
        return new SparseIndex(files, file, entryBytes, new Entries(mapped, count), count);
    }

    /** Its file was renamed. */
    void movedTo(Path path) {
        file = path;
    }

    /** The entries as they stand now. */
    Entries entries() {
        return entries;
    }

    int count() {
        return entries.count();
    }

    /** Appends an entry: {@code writer} puts its bytes at the index it is given. */
    void append(EntryWriter writer) {
        Entries before = entries;
        int at = before.count() * entryBytes;
        ByteBuffer bytes = before.bytes();
        if (bytes.isReadOnly() || bytes.capacity() < at + entryBytes) {
            bytes = copy(before, Math.max(FIRST_CAPACITY, before.count() * 2));
        }
        writer.write(bytes, at);
        entries = new Entries(bytes, before.count() + 1);
    }

    /** Drops the entries from the one with this number on. */
    void truncate(int count) {
        Entries before = entries;
        if (count < before.count()) {
            // A copy, as readers may still be searching the entries that go.
            entries = new Entries(copy(new Entries(before.bytes(), count), Math.max(FIRST_CAPACITY, count)), count);
            written = Math.min(written, count);
        }
    }

    /** Writes to the file what it lacks, and forces it to disk where {@code durably}. */
    void write(boolean durably) throws IOException {
        Entries now = entries;
        try (FileChannel channel = files.open(file, true)) {
            channel.truncate((long) written * entryBytes);
            ByteBuffer rest =
                    now.bytes().duplicate().limit(now.count() * entryBytes).position(written * entryBytes);
            long position = rest.position();
            while (rest.hasRemaining()) {
                position += channel.write(rest, position);
            }
            if (durably) {
                channel.force(true);
            }
        }
        written = now.count();
    }

    /** Lets go of the heap: from now on the entries are read from the file, which must have them all. */
    void settle() throws IOException {
        if (!entries.bytes().isReadOnly()) {
            entries = new Entries(files.map(file), written);
        }
    }

    private ByteBuffer copy(Entries from, int capacity) {
        ByteBuffer bytes = ByteBuffer.allocate(capacity * entryBytes);
        bytes.put(0, from.bytes(), 0, from.count() * entryBytes);
        return bytes;
    }

    /** Puts one entry. */
    @FunctionalInterface
    interface EntryWriter {
        void write(ByteBuffer bytes, int at);
    }
}
