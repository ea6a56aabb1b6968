package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.UUID;
import java.util.function.Supplier;

/** Folders of deleted partitions: renamed at once to {@code ...-delete}, removed when their readers have had time to finish. */
final class DeletedFolders {
    private static final String SUFFIX = "-delete";
    private static final String STRAY = "-stray";
    private static final int LONGEST_NAME = 255;

    private final Files files;
    private final Path root;
    private final Supplier<UUID> ids;
    private final Queue<Doomed> doomed = new PriorityQueue<>();

    DeletedFolders(Files files, Path root, Supplier<UUID> ids) {
        this.files = files;
        this.root = root;
        this.ids = ids;
    }

    /** Closes whatever still has files of a folder open. */
    @FunctionalInterface
    interface Closing {
        void close() throws IOException;
    }

    private record Doomed(Path folder, long dueMs, Closing closing) implements Comparable<Doomed> {
        @Override
        public int compareTo(Doomed other) {
            return Long.compare(dueMs, other.dueMs);
        }
    }

    /** Renames a folder, so that the partition's name is free again; it goes at {@code dueMs}. */
    synchronized void setAside(TopicPartition partition, Path folder, long dueMs, Closing closing) throws IOException {
        if (files.exists(folder)) {
            doomed.add(new Doomed(rename(partition, folder, SUFFIX), dueMs, closing));
        }
    }

    /** Renames a folder that nobody knows to {@code ...-stray}, for good. */
    synchronized Path setStrayAside(TopicPartition partition, Path folder) throws IOException {
        return rename(partition, folder, STRAY);
    }

    private Path rename(TopicPartition partition, Path folder, String suffix) throws IOException {
        String tail = "." + ids.get().toString().replace("-", "") + suffix;
        String name = partition.toString();
        String head = name.substring(0, Math.min(name.length(), LONGEST_NAME - tail.length()));
        Path aside = root.resolve(head + tail);
        files.move(folder, aside);
        files.syncFolder(root);
        return aside;
    }

    synchronized void removeDue(long nowMs) throws IOException {
        for (Doomed next = doomed.peek(); next != null && next.dueMs() <= nowMs; next = doomed.peek()) {
            next.closing().close();
            remove(next.folder());
            doomed.remove();
        }
    }

    /** Removes what an earlier run of the node had set aside. */
    void removeLeftovers() throws IOException {
        for (String name : files.list(root)) {
            if (name.endsWith(SUFFIX)) {
                remove(root.resolve(name));
            }
        }
    }

    private void remove(Path folder) throws IOException {
        for (String name : files.list(folder)) {
            files.delete(folder.resolve(name));
        }
        files.delete(folder);
    }
}
