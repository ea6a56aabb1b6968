package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The four checkpoint files of a log directory, under Kafka's names and in its format. Safe to use from any thread. */
final class DirectoryCheckpoints {
    private static final Logger log = LoggerFactory.getLogger(DirectoryCheckpoints.class);
    private static final String RECOVERY_POINTS = "recovery-point-offset-checkpoint";
    private static final String LOG_STARTS = "log-start-offset-checkpoint";
    private static final String HIGH_WATERMARKS = "replication-offset-checkpoint";
    private static final String CLEANED = "cleaner-offset-checkpoint";

    private final Files files;
    private final Path root;
    private final Map<TopicPartition, Long> recoveryPoints;
    private final Map<TopicPartition, Long> logStarts;
    private final Map<TopicPartition, Long> highWatermarks;
    private final Map<TopicPartition, Long> cleanedUpTo;
    private Map<TopicPartition, Long> writtenLogStarts;
    private Map<TopicPartition, Long> writtenCleanedUpTo;

    private DirectoryCheckpoints(
            Files files,
            Path root,
            Map<TopicPartition, Long> recoveryPoints,
            Map<TopicPartition, Long> logStarts,
            Map<TopicPartition, Long> highWatermarks,
            Map<TopicPartition, Long> cleanedUpTo) {
        this.files = files;
        this.root = root;
        this.recoveryPoints = recoveryPoints;
        this.logStarts = logStarts;
        this.highWatermarks = highWatermarks;
        this.cleanedUpTo = cleanedUpTo;
        this.writtenLogStarts = new HashMap<>(logStarts);
        this.writtenCleanedUpTo = new HashMap<>(cleanedUpTo);
    }

    static DirectoryCheckpoints read(Files files, Path root) throws IOException {
        return new DirectoryCheckpoints(
                files,
                root,
                orNone(files, root.resolve(RECOVERY_POINTS)),
                orNone(files, root.resolve(LOG_STARTS)),
                orNone(files, root.resolve(HIGH_WATERMARKS)),
                orNone(files, root.resolve(CLEANED)));
    }

    /** A damaged file is none: then more is read and checked than need be, and more is kept. */
    private static Map<TopicPartition, Long> orNone(Files files, Path file) throws IOException {
        try {
            return TextFiles.readOffsets(files, file);
        } catch (CorruptLog damaged) {
            log.error("A checkpoint file is taken for missing: {}", damaged.getMessage());
            return new HashMap<>();
        }
    }

    /** What is remembered of a partition; that of an empty log where nothing is. */
    synchronized LogStart of(TopicPartition partition) {
        return new LogStart(
                recoveryPoints.getOrDefault(partition, 0L),
                logStarts.getOrDefault(partition, 0L),
                highWatermarks.getOrDefault(partition, 0L),
                cleanedUpTo.getOrDefault(partition, 0L));
    }

    /** Notes how a log stands. */
    synchronized void note(PartitionLog log) {
        LogView view = log.view();
        recoveryPoints.put(log.partition(), log.recoveryPoint());
        logStarts.put(log.partition(), view.logStartOffset());
        highWatermarks.put(log.partition(), view.highWatermark());
        if (log.compactor().cleanedUpTo() > 0) {
            cleanedUpTo.put(log.partition(), log.compactor().cleanedUpTo());
        } else {
            cleanedUpTo.remove(log.partition());
        }
    }

    /** Forgets a partition whose files are gone. */
    synchronized void forget(TopicPartition partition) {
        recoveryPoints.remove(partition);
        logStarts.remove(partition);
        highWatermarks.remove(partition);
        cleanedUpTo.remove(partition);
    }

    /** Notes how these logs stand and writes what changed. */
    synchronized void write(Collection<PartitionLog> logs) throws IOException {
        logs.forEach(this::note);
        TextFiles.writeOffsets(files, root.resolve(RECOVERY_POINTS), recoveryPoints);
        if (!writtenLogStarts.equals(logStarts)) {
            TextFiles.writeOffsets(files, root.resolve(LOG_STARTS), logStarts);
            writtenLogStarts = new HashMap<>(logStarts);
        }
        if (!writtenCleanedUpTo.equals(cleanedUpTo)) {
            TextFiles.writeOffsets(files, root.resolve(CLEANED), cleanedUpTo);
            writtenCleanedUpTo = new HashMap<>(cleanedUpTo);
        }
        TextFiles.writeOffsets(files, root.resolve(HIGH_WATERMARKS), highWatermarks);
    }
}
