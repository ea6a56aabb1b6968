package dev.troupe.persistence.log;

import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.TopicPartition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The record log of one replica (BEHAVIOUR L1). One thread at a time changes it: the partition's actor; every change ends with
 * a new {@link #view()}, which any thread may read meanwhile. Opened by {@link LogDirectory#open}.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class PartitionLog {

    PartitionLog() {}

    public TopicPartition partition() {
        throw new UnsupportedOperationException();
    }

    public TopicId topicId() {
        throw new UnsupportedOperationException();
    }

    /** The folder of its files. */
    public Path folder() {
        throw new UnsupportedOperationException();
    }

    /** The log as the last change left it. */
    public LogView view() {
        throw new UnsupportedOperationException();
    }

    /** Why it takes no writes any more, empty while it does (BEHAVIOUR L8). */
    public Optional<String> failure() {
        throw new UnsupportedOperationException();
    }

    /**
     * Appends one produce request's batch as the leader (BEHAVIOUR L2, L13): checks it, writes offset and leader epoch into the
     * buffer, and the buffer into the segment.
     *
     * @param records the record set as received, position to limit; changed in place
     */
    public AppendResult append(ByteBuffer records, int leaderEpoch) {
        throw new UnsupportedOperationException();
    }

    /**
     * Appends whole batches from the leader as they are (BEHAVIOUR L5).
     *
     * @param batches position to limit; the first must start at the log end
     */
    public AppendResult appendReplicated(ByteBuffer batches) {
        throw new UnsupportedOperationException();
    }

    /** Raises the high watermark, at most to the log end; it never goes back. */
    public void updateHighWatermark(long offset) {
        throw new UnsupportedOperationException();
    }

    /** Notes that this leader epoch begins at the log end; nothing happens where it or a later one has begun. */
    public void beginLeaderEpoch(int leaderEpoch) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Drops what lies at or above {@code offset}, by whole batches; the log then ends at {@code offset} or at the batch that holds it. */
    public void truncateTo(long offset) throws IOException {
        throw new UnsupportedOperationException();
    }

    /** Drops everything; the log then starts and ends at {@code offset}. */
    public void truncateFullyAndStartAt(long offset) throws IOException {
        throw new UnsupportedOperationException();
    }

    /**
     * Raises the log start offset (BEHAVIOUR L9).
     *
     * @return the log start offset then
     * @throws OffsetOutOfRange if {@code offset} is above the high watermark
     */
    public long deleteRecordsBefore(long offset) throws OffsetOutOfRange {
        throw new UnsupportedOperationException();
    }

    /** Forces everything appended so far to disk. */
    public void flush() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The topic's configs changed. */
    public void configure(LogConfig config) {
        throw new UnsupportedOperationException();
    }

    /** Deletes what retention says, rolls and flushes what is old enough, forgets producers long silent; to be called from time to time. */
    public void maintain() throws IOException {
        throw new UnsupportedOperationException();
    }

    /** The idempotent producers that the log remembers. */
    public List<ActiveProducer> activeProducers() {
        throw new UnsupportedOperationException();
    }

    /** Flushes and closes the files; the view stays readable no longer. */
    public void close() throws IOException {
        throw new UnsupportedOperationException();
    }
}
