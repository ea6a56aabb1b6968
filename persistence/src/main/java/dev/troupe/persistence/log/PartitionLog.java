package dev.troupe.persistence.log;

import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.BatchCheck;
import dev.troupe.protocol.record.BatchVerdict;
import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The record log of one replica (BEHAVIOUR L1). One thread at a time changes it: the partition's actor; every change ends with
 * a new {@link #view()}, which any thread may read meanwhile. Opened by {@link LogDirectory#open}.
 */
public final class PartitionLog {
    private static final Logger logger = LoggerFactory.getLogger(PartitionLog.class);

    private final TopicPartition partition;
    private final TopicId topicId;
    private final LogSettings settings;
    private final InstantSource clock;
    private final LogDirectory directory;
    private final LogFolder folder;
    private final SegmentedLog log;
    private final LogCompactor compactor;
    private final LogHealth health;
    private volatile LogConfig config;

    PartitionLog(
            TopicPartition partition,
            TopicId topicId,
            LogConfig config,
            LogDirectory directory,
            LogFolder folder,
            SegmentedLog log,
            long cleanedUpTo) {
        this.partition = partition;
        this.topicId = topicId;
        this.config = config;
        this.directory = directory;
        this.settings = directory.settings();
        this.clock = directory.clock();
        this.folder = folder;
        this.log = log;
        this.health = new LogHealth(directory, folder.path());
        this.compactor = new LogCompactor(log, folder, this::config, clock, cleanedUpTo);
    }

    public TopicPartition partition() {
        return partition;
    }

    public TopicId topicId() {
        return topicId;
    }

    /** The folder of its files. */
    public Path folder() {
        return folder.path();
    }

    /** The log as the last change left it. */
    public LogView view() {
        return log.snapshot();
    }

    /** Why it takes no writes any more, empty while it does (BEHAVIOUR L8). */
    public Optional<String> failure() {
        return health.failure();
    }

    /** Everything below was forced to disk. */
    public long recoveryPoint() {
        return log.recoveryPoint();
    }

    /**
     * Appends one produce request's batch as the leader (BEHAVIOUR L2, L13): checks it, writes offset and leader epoch into the
     * buffer, and the buffer into the segment.
     *
     * @param records the record set as received, position to limit; changed in place
     */
    public AppendResult append(ByteBuffer records, int leaderEpoch) {
        Refused unable = health.refusal();
        if (unable != null) {
            return unable;
        }
        return switch (BatchCheck.check(records, config.batches(), clock.millis())) {
            case BatchVerdict.Rejected rejected -> Refused.of(rejected);
            case BatchVerdict.Accepted accepted -> append(accepted, leaderEpoch);
        };
    }

    private AppendResult append(BatchVerdict.Accepted accepted, int leaderEpoch) {
        RecordBatch batch = accepted.batch();
        if (batch.isTransactional()) {
            return Refused.of(ErrorCode.INVALID_TXN_STATE, "there are no transactions here");
        }
        if (batch.sizeInBytes() > config.segments().bytes()) {
            return Refused.of(ErrorCode.RECORD_LIST_TOO_LARGE, "the batch is larger than a segment may be");
        }
        if (batch.hasProducerId()) {
            switch (log.producers().check(batch)) {
                case ProducerStates.Verdict.Next next -> {}
                case ProducerStates.Verdict.Refused no -> {
                    logger.info("{} refused a batch: {}", partition, no.message());
                    return Refused.of(no.error(), no.message());
                }
                case ProducerStates.Verdict.Duplicate(ProducerState.Batch of) -> {
                    return new AppendResult.Appended(
                            of.firstOffset(),
                            of.lastOffset(),
                            accepted.appendTimeMs() < 0 ? -1 : of.timestampMs(),
                            startOffset(),
                            true);
                }
            }
        }
        long offset = log.endOffset();
        batch.assign(offset, leaderEpoch);
        ByteBuffer bytes = batch.buffer().slice(batch.start(), batch.sizeInBytes());
        Refused failed = write(bytes);
        return failed != null
                ? failed
                : new AppendResult.Appended(offset, log.endOffset() - 1, accepted.appendTimeMs(), startOffset(), false);
    }

    /**
     * Appends whole batches from the leader as they are (BEHAVIOUR L5).
     *
     * @param batches position to limit; none may start below the log end
     */
    public AppendResult appendReplicated(ByteBuffer batches) {
        Refused unable = health.refusal();
        if (unable != null) {
            return unable;
        }
        long before = log.endOffset();
        String bad = ReplicatedBatches.flaw(batches, before);
        if (bad != null) {
            return Refused.of(ErrorCode.CORRUPT_MESSAGE, bad);
        }
        Refused failed = write(batches.slice());
        return failed != null
                ? failed
                : new AppendResult.Appended(before, log.endOffset() - 1, -1, startOffset(), false);
    }

    /** Raises the high watermark, at most to the log end; it never goes back. */
    public void updateHighWatermark(long offset) {
        log.updateHighWatermark(offset);
    }

    /** Notes that this leader epoch begins at the log end; nothing happens where it or a later one has begun. */
    public void beginLeaderEpoch(int leaderEpoch) throws IOException {
        log.beginLeaderEpoch(leaderEpoch);
    }

    /** Drops what lies at or above {@code offset}, by whole batches; the log then ends at {@code offset} or at the batch that holds it. */
    public void truncateTo(long offset) throws IOException {
        // First, for the checkpoint that precedes a cut.
        compactor.cut(offset);
        log.truncateTo(offset, clock.millis(), config, directory::checkpoint);
        compactor.cut(log.endOffset());
    }

    /** Drops everything; the log then starts and ends at {@code offset}. */
    public void truncateFullyAndStartAt(long offset) throws IOException {
        compactor.cut(0);
        log.startAfresh(offset, clock.millis(), config, directory::checkpoint);
        directory.checkpoint();
    }

    /**
     * Raises the log start offset (BEHAVIOUR L9).
     *
     * @return the log start offset then
     * @throws OffsetOutOfRange if {@code offset} is above the high watermark
     */
    public long deleteRecordsBefore(long offset) throws OffsetOutOfRange {
        if (offset > view().highWatermark()) {
            throw new OffsetOutOfRange(offset, startOffset(), view().highWatermark());
        }
        log.raiseStartOffset(offset);
        return startOffset();
    }

    /** Forces everything appended so far to disk. */
    public void flush() throws IOException {
        health.failing(() -> log.flush(clock.millis()));
    }

    /** Forces to disk what is not appended to any more; any thread may do that, and it does not hold up appends. */
    public void flushSealed() throws IOException {
        health.failing(log::flushSealed);
    }

    /** The topic's configs changed; a compaction that failed is tried again at once. */
    public void configure(LogConfig config) {
        this.config = config;
        compactor.retryNow();
    }

    /** The topic's configs as the log knows them. */
    public LogConfig config() {
        return config;
    }

    /** Deletes what retention says, rolls and flushes what is old enough, forgets producers long silent; to be called from time to time. */
    public void maintain() throws IOException {
        health.failingButForRoom(() -> {
            if (compactor.isDone()) {
                // Recovery takes a gap above the recovery point for a torn log, so the point must be on disk before
                // there is one.
                directory.checkpoint();
                compactor.takeOver();
            }
            log.maintain(config, clock.millis(), settings);
        });
        if (isFlushDue()) {
            flush();
        }
    }

    /** Whether {@code flush.ms} asks for {@link #maintain} now; any thread may ask. */
    public boolean isFlushDue() {
        return log.isFlushDue(config.flush(), clock.millis());
    }

    /** What compacts it, where its topic asks for that. */
    public LogCompactor compactor() {
        return compactor;
    }

    /** Each segment and why it is still there, those that wait for their deletion included; any thread may ask. */
    public List<SegmentStatus> segments() {
        return SegmentReport.of(
                log.snapshot(), config, compactor.cleanedUpTo(), folder.awaitingDeletion(), clock.millis());
    }

    /** The idempotent producers that the log remembers. */
    public List<ActiveProducer> activeProducers() {
        return log.producers().all().stream().map(ProducerState::describe).toList();
    }

    /** Flushes and closes the files; who still reads then fails. */
    public void close() throws IOException {
        if (health.failure().isEmpty()) {
            health.failing(() -> log.close(clock.millis()));
        }
        log.closeFiles();
        directory.closed(this);
        health.end("it is closed");
    }

    /** Takes no more writes; readers may finish. */
    void retire() {
        health.end("it is deleted");
    }

    /** Closes the files as they are. */
    void closeFiles() throws IOException {
        log.closeFiles();
    }

    private long startOffset() {
        return log.snapshot().logStartOffset();
    }

    /** Writes whole batches, which must have been checked; null where that worked. */
    private @Nullable Refused write(ByteBuffer batches) {
        try {
            log.append(batches, config, clock.millis());
        } catch (IOException e) {
            return health.writeFailed(e, log.undoWrite());
        }
        return settings.flushOnAck() || log.unflushed() >= config.flush().messages() ? force() : null;
    }

    private @Nullable Refused force() {
        try {
            flush();
            return null;
        } catch (IOException e) {
            return LogHealth.refused(health.failure().orElseThrow());
        }
    }
}
