package dev.troupe.persistence.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** The machine's own file system. */
public final class DiskFiles implements Files {
    /** A mapping costs a page and a system call to make and to end; smaller files are read. */
    private static final int SMALL_BYTES = 4096;

    @Override
    public FileChannel open(Path file, boolean create) throws IOException {
        if (create) {
            return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        }
        try {
            return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (NoSuchFileException missing) {
            throw missing;
        } catch (FileSystemException readOnly) {
            // What was written before its disk became read-only can still be read.
            return FileChannel.open(file, StandardOpenOption.READ);
        }
    }

    @Override
    public List<String> list(Path folder) throws IOException {
        try (Stream<Path> entries = java.nio.file.Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    @Override
    public boolean exists(Path path) {
        return java.nio.file.Files.exists(path);
    }

    @Override
    public long size(Path file) throws IOException {
        return java.nio.file.Files.size(file);
    }

    @Override
    public void createFolders(Path folder) throws IOException {
        java.nio.file.Files.createDirectories(folder);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        java.nio.file.Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(Path path) throws IOException {
        java.nio.file.Files.deleteIfExists(path);
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public ByteBuffer map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            return size <= SMALL_BYTES
                    ? read(channel, (int) size)
                    : channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
        }
    }

    private static ByteBuffer read(FileChannel channel, int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // Goes on until the file has been read.
        }
        return bytes.flip().asReadOnlyBuffer();
    }

    @Override
    public long lastModifiedMs(Path file) throws IOException {
        return java.nio.file.Files.getLastModifiedTime(file).toMillis();
    }

    @Override
    public long usableSpace(Path folder) throws IOException {
        return java.nio.file.Files.getFileStore(folder).getUsableSpace();
    }
}
