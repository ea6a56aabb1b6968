package dev.troupe.persistence.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A file system: the disk ({@link DiskFiles}), or in tests one that crashes and fails on demand. */
public interface Files {

    /** Opens a file for reading and writing, creating it where {@code create}; one that is there and cannot be written, for reading. */
    FileChannel open(Path file, boolean create) throws IOException;

    /** Names of what lies in a folder, in no order. */
    List<String> list(Path folder) throws IOException;

    boolean exists(Path path);

    /** Bytes of a file. */
    long size(Path file) throws IOException;

    void createFolders(Path folder) throws IOException;

    /** Renames a file or folder at once, replacing a file of that name. */
    void move(Path from, Path to) throws IOException;

    /** Deletes a file or an empty folder; nothing happens where there is none. */
    void delete(Path path) throws IOException;

    /** Makes names created, renamed and deleted in a folder survive a crash. */
    void syncFolder(Path folder) throws IOException;

    /** All bytes of a file for reading, mapped where the file system can; they stay readable after the file is deleted. */
    ByteBuffer map(Path file) throws IOException;

    /** Usable bytes left on the disk that holds a folder. */
    long usableSpace(Path folder) throws IOException;

    /** When a file was last written, ms since 1970. */
    long lastModifiedMs(Path file) throws IOException;

    /** Puts {@code content} in a file's place, whole or not at all, and so that it survives any stop of the machine. */
    default void replace(Path file, ByteBuffer content) throws IOException {
        put(file, content, true);
        Path folder = file.getParent();
        if (folder != null) {
            syncFolder(folder);
        }
    }

    /** As {@link #replace}, but quicker: when the machine loses its power soon after, the file may be the old one or damaged. */
    default void put(Path file, ByteBuffer content) throws IOException {
        put(file, content, false);
    }

    private void put(Path file, ByteBuffer content, boolean durably) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        try (FileChannel channel = open(temporary, true)) {
            channel.truncate(0);
            while (content.hasRemaining()) {
                channel.write(content);
            }
            if (durably) {
                channel.force(true);
            }
        }
        move(temporary, file);
    }

    /** The text of a small file. */
    default String readText(Path file) throws IOException {
        return StandardCharsets.UTF_8.decode(map(file)).toString();
    }
}
