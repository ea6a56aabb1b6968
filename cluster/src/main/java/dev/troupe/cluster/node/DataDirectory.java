package dev.troupe.cluster.node;

import dev.troupe.cluster.config.NodeSettings;
import dev.troupe.cluster.config.StartFailure;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder that holds all a node must remember. It is locked as long as the process lives and belongs to one node of one
 * cluster for ever, as its {@code meta.properties} tells.
 *
 * <pre>
 * meta.properties   whose folder this is
 * .lock             held by the running process
 * metadata/         the replicated journal of the controller
 * logs/             one folder for each partition
 * </pre>
 */
public final class DataDirectory implements AutoCloseable {
    private final Path root;
    private final FileChannel lock;
    private volatile @Nullable MetaProperties meta;

    private DataDirectory(Path root, @Nullable MetaProperties meta, FileChannel lock) {
        this.root = root;
        this.meta = meta;
        this.lock = lock;
    }

    /**
     * Opens the folder, made new where there is none.
     *
     * @throws StartFailure if it cannot be written, is in use, or belongs to another node or cluster
     */
    public static DataDirectory open(NodeSettings node) {
        Path root = node.dataDir();
        FileChannel lock = null;
        try {
            Files.createDirectories(root.resolve("logs"));
            Files.createDirectories(root.resolve("metadata"));
            lock = lock(root);
            return new DataDirectory(root, MetaProperties.read(root, node).orElse(null), lock);
        } catch (IOException e) {
            closeQuietly(lock);
            throw new StartFailure("the data directory " + root + " cannot be written: " + reason(e)
                    + "; choose another with --data-dir");
        } catch (StartFailure e) {
            closeQuietly(lock);
            throw e;
        }
    }

    private static FileChannel lock(Path root) throws IOException {
        FileChannel channel =
                FileChannel.open(root.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!tryLock(channel)) {
            channel.close();
            throw new StartFailure("the data directory " + root
                    + " is in use by another process; stop that one or choose another with --data-dir");
        }
        return channel;
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            @Nullable FileLock held = channel.tryLock();
            return held != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            return false;
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException denied -> "no permission for " + denied.getFile();
            case NoSuchFileException missing -> missing.getFile() + " cannot be created there";
            case FileAlreadyExistsException file -> file.getFile() + " is not a directory";
            case FileSystemException other -> other.getFile() + ": " + other.getReason();
            default -> e.toString();
        };
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException ignored) {
                // The start has failed for a reason that says more than this one.
            }
        }
    }

    /** The folder itself. */
    public Path root() {
        return root;
    }

    /** Where partitions live. */
    public Path logs() {
        return root.resolve("logs");
    }

    /** Where the controller's journal lives. */
    public Path metadata() {
        return root.resolve("metadata");
    }

    /** Whose folder it is; none before the first start of its node is through. */
    public Optional<MetaProperties> owner() {
        return Optional.ofNullable(meta);
    }

    /**
     * Whose folder it is.
     *
     * @throws IllegalStateException before it is known
     */
    public MetaProperties meta() {
        return owner().orElseThrow(() -> new IllegalStateException(root + " belongs to no cluster yet"));
    }

    /** The folder belongs to that node of that cluster from now on. */
    public void settle(MetaProperties owner) throws IOException {
        owner.write(root);
        meta = owner;
    }

    /** Lets another process have it. */
    @Override
    public void close() {
        closeQuietly(lock);
    }
}
