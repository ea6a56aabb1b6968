package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder that holds a node's record logs, one folder for each partition, with the checkpoint files that say how far each
 * was flushed. Safe to use from any thread.
 */
public final class LogDirectory {
    private static final Logger log = LoggerFactory.getLogger(LogDirectory.class);
    private static final String CLEAN_MARK = ".kafka_cleanshutdown";

    private final Path root;
    private final LogSettings settings;
    private final Files files;
    private final InstantSource clock;
    private final DirectoryCheckpoints checkpoints;
    private final DeletedFolders deleted;
    private final boolean closedCleanly;
    private final Map<TopicPartition, PartitionLog> open = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Recovery> recovering = new ConcurrentHashMap<>();
    private final DiskSpace space;

    private LogDirectory(
            Path root,
            LogSettings settings,
            Files files,
            InstantSource clock,
            Supplier<UUID> ids,
            boolean closedCleanly)
            throws IOException {
        this.root = root;
        this.settings = settings;
        this.files = files;
        this.clock = clock;
        this.checkpoints = DirectoryCheckpoints.read(files, root);
        this.deleted = new DeletedFolders(files, root, ids);
        this.space = new DiskSpace(files, root, settings.reserveBytes(), clock);
        this.closedCleanly = closedCleanly;
    }

    /** Opens the directory, creating it where there is none. */
    public static LogDirectory open(
            Path root, LogSettings settings, Files files, InstantSource clock, Supplier<UUID> ids) throws IOException {
        files.createFolders(root);
        Path mark = root.resolve(CLEAN_MARK);
        boolean clean = files.exists(mark);
        files.delete(mark);
        files.syncFolder(root);
        LogDirectory directory = new LogDirectory(root, settings, files, clock, ids, clean);
        directory.deleted.removeLeftovers();
        return directory;
    }

    public Path root() {
        return root;
    }

    /** Whether the node that last used it closed it. */
    public boolean wasClosedCleanly() {
        return closedCleanly;
    }

    /** The partitions that have a folder here. */
    public List<TopicPartition> found() throws IOException {
        return files.list(root).stream()
                .filter(name -> files.exists(root.resolve(name).resolve(LogFolder.METADATA)))
                .map(LogDirectory::parse)
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * Opens or creates a partition's log, recovering what was not flushed (BEHAVIOUR L8). Files of another topic that had the
     * name before are set aside.
     *
     * @throws CorruptLog if damage lies where no crash can have made it
     */
    public PartitionLog open(TopicPartition partition, TopicId topicId, LogConfig config) throws IOException {
        Path path = root.resolve(partition.toString());
        if (!files.exists(path)) {
            // The checkpoint files may still tell of a partition of that name that was deleted.
            checkpoints.forget(partition);
        }
        LogStart remembered = checkpoints.of(partition);
        Optional<TopicId> before = topicIdIn(path);
        if (before.isPresent() && !before.get().equals(topicId)) {
            // The id may be a damaged one: nothing is deleted for it.
            Path stray = deleted.setStrayAside(partition, path);
            log.warn("The files of {} are of another topic: renamed to {}, to be deleted by hand", partition, stray);
            remembered = LogStart.NEW;
        }
        long now = clock.millis();
        LogLoader.Loaded loaded = load(partition, path, config, remembered, now);
        if (before.isEmpty() || !before.get().equals(topicId)) {
            TextFiles.writeTopicId(files, path.resolve(LogFolder.METADATA), topicId);
        }
        LogFolder folder = new LogFolder(files, path);
        SegmentedLog segments = new SegmentedLog(folder, loaded, remembered.highWatermark(), now);
        PartitionLog opened = new PartitionLog(
                partition,
                topicId,
                config,
                this,
                folder,
                segments,
                Math.min(remembered.cleanedUpTo(), loaded.logEndOffset()));
        open.put(partition, opened);
        if (loaded.logEndOffset() < remembered.cleanedUpTo()) {
            // What is appended from here on must not be taken for compacted.
            checkpoint();
        }
        return opened;
    }

    private LogLoader.Loaded load(
            TopicPartition partition, Path path, LogConfig config, LogStart remembered, long nowMs) throws IOException {
        Recovery progress = new Recovery(partition, clock);
        recovering.put(partition, progress);
        try {
            return new LogLoader(files, path, config, remembered, progress, nowMs).load();
        } finally {
            recovering.remove(partition);
            progress.end();
        }
    }

    /** The logs that are being recovered now and how far that is, for people (BEHAVIOUR L8). */
    public Map<TopicPartition, String> recovering() {
        Map<TopicPartition, String> all = new HashMap<>();
        recovering.forEach((partition, recovery) -> {
            if (recovery.hasWork()) {
                all.put(partition, recovery.progress());
            }
        });
        return all;
    }

    /** A partition's log, if it is open. */
    public Optional<PartitionLog> log(TopicPartition partition) {
        return Optional.ofNullable(open.get(partition));
    }

    /** The logs that are open. */
    public List<PartitionLog> logs() {
        return new ArrayList<>(open.values());
    }

    /**
     * Sets the files of a partition aside whose log is not open, be it that they are too damaged for that. Files of another
     * topic of that name stay.
     */
    public void deleteClosed(TopicPartition partition, TopicId topicId) throws IOException {
        Path folder = root.resolve(partition.toString());
        if (topicIdIn(folder).filter(found -> !found.equals(topicId)).isEmpty()) {
            checkpoints.forget(partition);
            deleted.setAside(partition, folder, clock.millis(), () -> {});
        }
    }

    /**
     * Renames the folders of partitions that do not belong to this node any more, so that nothing opens them again; their
     * files stay until somebody deletes them.
     *
     * @param belongs whether a partition of that topic belongs here
     * @return the folders as they are named now
     */
    public List<Path> setStraysAside(BiPredicate<TopicPartition, TopicId> belongs) throws IOException {
        List<Path> strays = new ArrayList<>();
        for (TopicPartition partition : found()) {
            Path folder = root.resolve(partition.toString());
            Optional<TopicId> topicId = topicIdIn(folder);
            if (!open.containsKey(partition) && topicId.isPresent() && !belongs.test(partition, topicId.get())) {
                checkpoints.forget(partition);
                strays.add(deleted.setStrayAside(partition, folder));
            }
        }
        return strays;
    }

    private Optional<TopicId> topicIdIn(Path folder) throws IOException {
        return TextFiles.readTopicId(files, folder.resolve(LogFolder.METADATA));
    }

    /** Sets a log's files aside, to be gone after {@code file.delete.delay.ms}; readers may finish, writes are refused. */
    public void delete(PartitionLog log) throws IOException {
        log.retire();
        open.remove(log.partition(), log);
        checkpoints.forget(log.partition());
        long due = clock.millis() + log.config().retention().fileDeleteDelayMs();
        deleted.setAside(log.partition(), log.folder(), due, log::closeFiles);
    }

    /** Writes recovery points, log start offsets and high watermarks of all logs to the checkpoint files. */
    public void checkpoint() throws IOException {
        checkpoints.write(open.values());
    }

    /** Removes files whose delayed deletion is due, and sees whether there is room; to be called from time to time. */
    public void removeDeleted() throws IOException {
        deleted.removeDue(clock.millis());
        isFullNow();
    }

    /** Writes the last checkpoints and the mark of a clean shutdown; all logs must be closed. */
    public void close() throws IOException {
        checkpoint();
        byte[] mark = "{\"version\":0,\"brokerEpoch\":-1}".getBytes(StandardCharsets.UTF_8);
        files.replace(root.resolve(CLEAN_MARK), ByteBuffer.wrap(mark));
    }

    LogSettings settings() {
        return settings;
    }

    InstantSource clock() {
        return clock;
    }

    /** Remembers a log that was closed, for the next checkpoint. */
    void closed(PartitionLog log) {
        checkpoints.note(log);
        open.remove(log.partition(), log);
    }

    /** Whether appends are refused for want of space (BEHAVIOUR L14); looks at the disk about once a second. */
    public boolean isFull() {
        return space.isShort();
    }

    /** As {@link #isFull}, after a look at the disk. */
    boolean isFullNow() {
        return space.isShortNow();
    }

    /** Bytes left on the disk when it was last looked at. */
    public long usableBytes() {
        return space.usableBytes();
    }

    private static Optional<TopicPartition> parse(String folder) {
        int dash = folder.lastIndexOf('-');
        String number = folder.substring(dash + 1);
        return dash > 0 && !number.isEmpty() && number.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Optional.of(new TopicPartition(folder.substring(0, dash), Integer.parseInt(number)))
                : Optional.empty();
    }
}
