package dev.troupe.persistence.log;

import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The segments of a log with its offsets, epochs and producers: what to write and cut where. Belongs to the appending thread,
 * but for {@link #snapshot}, {@link #recoveryPoint} and {@link #flushSealed}.
 */
final class SegmentedLog {
    private final LogFolder folder;
    private final ProducerStates producers;
    private List<Segment> segments;
    private Segment active;
    private long sealedSize;
    private long startOffset;
    private long endOffset;
    private long highWatermark;
    private LeaderEpochs epochs;
    private RecentBatches recent = RecentBatches.NONE;
    private long endWhenMaintained = -1;
    private final LogFlusher flusher;
    private volatile LogSnapshot snapshot;

    SegmentedLog(LogFolder folder, LogLoader.Loaded loaded, long highWatermark, long nowMs) {
        this.folder = folder;
        this.producers = loaded.producers();
        this.segments = loaded.segments();
        this.active = segments.getLast();
        this.startOffset = loaded.logStartOffset();
        this.endOffset = loaded.logEndOffset();
        this.highWatermark = Math.clamp(highWatermark, startOffset, endOffset);
        this.epochs = loaded.epochs();
        this.flusher = new LogFlusher(folder, loaded.recoveryPoint(), nowMs);
        this.sealedSize = LogSnapshot.sealedSize(segments);
        this.snapshot = take();
    }

    LogSnapshot snapshot() {
        return snapshot;
    }

    long recoveryPoint() {
        return flusher.recoveryPoint();
    }

    long endOffset() {
        return endOffset;
    }

    ProducerStates producers() {
        return producers;
    }

    /** Appends whole batches, which must have been checked. */
    void append(ByteBuffer batches, LogConfig config, long nowMs) throws IOException {
        RecordBatch first = new RecordBatch(batches, batches.position());
        if (RollRule.isFull(active, config.segments(), first, batches.remaining(), nowMs)) {
            roll(nowMs);
        }
        active.write(batches.duplicate());
        int at = batches.position();
        while (at < batches.limit()) {
            RecordBatch batch = new RecordBatch(batches, at);
            if (batch.leaderEpoch() > epochs.latest()) {
                changeEpochs(epochs.begin(batch.leaderEpoch(), batch.baseOffset()));
            }
            recent = recent.plus(batch.baseOffset(), batch.nextOffset(), active.size());
            active.note(batch, config.segments().indexIntervalBytes());
            producers.update(batch, nowMs);
            endOffset = batch.nextOffset();
            at += batch.sizeInBytes();
        }
        publish();
    }

    /** How many offsets were appended since the log was last forced to disk. */
    long unflushed() {
        return endOffset - flusher.recoveryPoint();
    }

    /** Whether it is time to force what was appended to disk; any thread may ask. */
    boolean isFlushDue(LogConfig.Flush config, long nowMs) {
        return flusher.isDue(config, snapshot, nowMs);
    }

    /** Takes back what a failed write may have left behind the end; false where even that fails. */
    boolean undoWrite() {
        try {
            active.trim();
            publish();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    void updateHighWatermark(long offset) {
        long next = Math.min(offset, endOffset);
        if (next > highWatermark) {
            highWatermark = next;
            publish();
        }
    }

    void beginLeaderEpoch(int leaderEpoch) throws IOException {
        changeEpochs(epochs.begin(leaderEpoch, endOffset));
        publish();
    }

    void truncateTo(long offset, long nowMs, LogConfig config, LogHealth.Step checkpoint) throws IOException {
        if (offset >= endOffset) {
            return;
        }
        if (offset <= segments.getFirst().baseOffset()) {
            startAfresh(offset, nowMs, config, checkpoint);
            return;
        }
        List<Segment> kept = List.copyOf(segments.subList(0, snapshot.indexOf(offset) + 1));
        Segment cut = kept.getLast();
        CutPoint point = CutPoint.find(cut, offset);
        flusher.beforeCut(point.offset(), checkpoint);
        // The last one first, so that a crash in between leaves no hole.
        List<Segment> gone = segments.subList(kept.size(), segments.size()).reversed();
        folder.remove(gone, nowMs, config.retention().fileDeleteDelayMs());
        cut.truncate(point.offset(), point.position(), config.segments().indexIntervalBytes());
        use(kept);
        endAt(point.offset());
        if (point.afterGap()) {
            beginSegment(nowMs);
            // Recovery takes a gap above the recovery point for a torn log.
            flush(nowMs);
            checkpoint.run();
        }
        epochs = epochs.truncateTo(endOffset);
        folder.writeEpochs(epochs);
        publish();
        long from = folder.restoreProducers(producers, endOffset)
                .orElse(segments.getFirst().baseOffset());
        snapshot.forEachBatch(from, batch -> producers.update(batch, nowMs));
    }

    void startAfresh(long offset, long nowMs, LogConfig config, LogHealth.Step checkpoint) throws IOException {
        flusher.beforeCut(0, checkpoint);
        folder.remove(segments, nowMs, config.retention().fileDeleteDelayMs());
        use(List.of(folder.newSegment(offset, nowMs)));
        startOffset = offset;
        endAt(offset);
        epochs = LeaderEpochs.NONE;
        folder.writeEpochs(epochs);
        producers.clear();
        producers.forgive();
        folder.pruneSnapshots(List.of());
        publish();
    }

    void raiseStartOffset(long offset) {
        if (offset > startOffset) {
            startOffset = offset;
            highWatermark = Math.max(highWatermark, offset);
            epochs = epochs.startAt(offset);
            publish();
        }
    }

    void flush(long nowMs) throws IOException {
        flusher.flush(snapshot, nowMs);
    }

    /** Forces all segments but the one in use; any thread may do that. */
    void flushSealed() throws IOException {
        flusher.flushSealed(snapshot);
    }

    /** Retention and rolling by time, and everything else that waits for its time; what makes room comes first. */
    void maintain(LogConfig config, long nowMs, LogSettings settings) throws IOException {
        int expired = RetentionRule.expired(snapshot, config.retention(), nowMs);
        if (expired == segments.size()) {
            roll(nowMs);
        }
        if (expired > 0) {
            dropFirst(expired, nowMs, config);
        }
        folder.deleteDue(nowMs);
        if (RollRule.isDue(active, config, nowMs)) {
            roll(nowMs);
        }
        producers.expire(nowMs, settings.producerIdExpiration().toMillis());
        segments.subList(0, segments.size() - 1).forEach(Segment::rest);
        if (endOffset == endWhenMaintained) {
            active.rest();
            recent = RecentBatches.NONE;
            publish();
        }
        endWhenMaintained = endOffset;
    }

    /** Puts what is left of segments into their place; false where the log has lost some of them meanwhile. */
    boolean swapIn(Compaction.Group group, LogConfig config, long nowMs) throws IOException {
        Optional<List<Segment>> next = group.placedIn(segments);
        if (next.isEmpty()) {
            return false;
        }
        folder.replace(group, nowMs, config.retention().fileDeleteDelayMs());
        use(next.get());
        publish();
        folder.pruneSnapshots(segments);
        return true;
    }

    void close(long nowMs) throws IOException {
        if (flusher.recoveryPoint() < endOffset) {
            flush(nowMs);
        }
        folder.writeProducers(producers, endOffset);
        folder.deleteAll();
    }

    void closeFiles() throws IOException {
        for (Segment segment : segments) {
            segment.close();
        }
        folder.deleteAll();
    }

    private void dropFirst(int count, long nowMs, LogConfig config) throws IOException {
        List<Segment> expired = segments.subList(0, count);
        List<Segment> kept = List.copyOf(segments.subList(count, segments.size()));
        use(kept);
        startOffset = Math.max(startOffset, kept.getFirst().baseOffset());
        epochs = epochs.startAt(startOffset);
        publish();
        folder.remove(expired, nowMs, config.retention().fileDeleteDelayMs());
        folder.writeEpochs(epochs);
        folder.pruneSnapshots(segments);
    }

    private void roll(long nowMs) throws IOException {
        if (active.size() == 0) {
            return;
        }
        active.seal();
        folder.writeProducers(producers, endOffset);
        beginSegment(nowMs);
    }

    private void beginSegment(long nowMs) throws IOException {
        List<Segment> next = new ArrayList<>(segments);
        next.add(folder.newSegment(endOffset, nowMs));
        use(List.copyOf(next));
        publish();
    }

    private void use(List<Segment> next) {
        segments = next;
        active = next.getLast();
        recent = RecentBatches.NONE;
        sealedSize = LogSnapshot.sealedSize(next);
    }

    private void endAt(long offset) {
        endOffset = offset;
        highWatermark = Math.min(highWatermark, offset);
        flusher.cut(offset);
        startOffset = Math.min(startOffset, offset);
    }

    private void changeEpochs(LeaderEpochs next) throws IOException {
        if (!next.equals(epochs)) {
            folder.writeEpochs(next);
            epochs = next;
        }
    }

    private void publish() {
        snapshot = take();
    }

    private LogSnapshot take() {
        return new LogSnapshot(
                segments, active.size(), sealedSize, startOffset, highWatermark, endOffset, epochs, recent);
    }
}
