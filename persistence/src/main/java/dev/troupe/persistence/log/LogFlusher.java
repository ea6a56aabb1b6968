package dev.troupe.persistence.log;

import java.io.IOException;
import java.util.List;

/**
 * Forces a log to disk and knows up to where that was done (BEHAVIOUR L8). The appending thread forces all of it; a thread in the
 * background forces what is not appended to any more.
 */
final class LogFlusher {
    private final LogFolder folder;
    private final RecoveryPoint recoveryPoint;
    private volatile long flushedMs;

    LogFlusher(LogFolder folder, long recoveryPoint, long nowMs) {
        this.folder = folder;
        this.recoveryPoint = new RecoveryPoint(recoveryPoint);
        this.flushedMs = nowMs;
    }

    /** Everything below was forced to disk. */
    long recoveryPoint() {
        return recoveryPoint.offset();
    }

    /** Whether it is time to force what was appended to disk; any thread may ask. */
    boolean isDue(LogConfig.Flush config, LogSnapshot log, long nowMs) {
        return nowMs - flushedMs >= config.ms() && recoveryPoint.offset() < log.logEndOffset();
    }

    /** Forces all of it. */
    void flush(LogSnapshot log, long nowMs) throws IOException {
        flush(log, log.segments(), log.logEndOffset());
        flushedMs = nowMs;
    }

    /** Forces all segments but the one in use; any thread may do that. */
    void flushSealed(LogSnapshot log) throws IOException {
        List<Segment> all = log.segments();
        flush(log, all.subList(0, all.size() - 1), all.getLast().baseOffset());
    }

    private void flush(LogSnapshot log, List<Segment> flushed, long end) throws IOException {
        int cuts = recoveryPoint.cuts();
        int first = Math.min(log.indexOf(recoveryPoint.offset()), flushed.size());
        for (Segment segment : flushed.subList(first, flushed.size())) {
            segment.flush();
        }
        folder.forceEpochs();
        recoveryPoint.advance(end, cuts);
    }

    /** Before a cut: what comes after it must not be taken for flushed, and less than was flushed means damage. */
    void beforeCut(long offset, LogHealth.Step checkpoint) throws IOException {
        boolean lower = offset < recoveryPoint.offset();
        recoveryPoint.keepBelow(offset);
        if (lower) {
            checkpoint.run();
        }
    }

    /** The log was cut there. */
    void cut(long offset) {
        recoveryPoint.cut(offset);
    }
}
