package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The folder that holds a node's record logs, one folder for each partition, with the checkpoint files that say how far each
 * was flushed. Safe to use from any thread.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class LogDirectory {

    private LogDirectory() {}

    /** Opens the directory, creating it where there is none. */
    public static LogDirectory open(
            Path root, LogSettings settings, Files files, InstantSource clock, Supplier<UUID> ids) throws IOException {
        throw new UnsupportedOperationException();
    }

    public Path root() {
        throw new UnsupportedOperationException();
    }

    /** Whether the node that last used it closed it. */
    public boolean wasClosedCleanly() {
        throw new UnsupportedOperationException();
    }

    /** The partitions that have a folder here. */
    public List<TopicPartition> found() throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Opens or creates a partition's log, recovering what was not flushed (BEHAVIOUR L8). Files of another topic that had the
     * name before are deleted.
     *
     * @throws CorruptLog if damage lies where no crash can have made it
     */
    public PartitionLog open(TopicPartition partition, TopicId topicId, LogConfig config) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The logs that are open. */
    public List<PartitionLog> logs() {
        throw new UnsupportedOperationException();
    }

    /** Closes a log and sets its files aside, to be gone after {@code file.delete.delay.ms}. */
    public void delete(PartitionLog log) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Writes recovery points, log start offsets and high watermarks of all logs to the checkpoint files. */
    public void checkpoint() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Removes files whose delayed deletion is due; to be called from time to time. */
    public void removeDeleted() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Writes the last checkpoints and the mark of a clean shutdown; all logs must be closed. */
    public void close() throws IOException {
        throw new UnsupportedOperationException();
    }
}
