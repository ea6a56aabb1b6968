package dev.troupe.persistence.log;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Compacts one log (BEHAVIOUR L10): on any one thread it finds out what to do and does it beside the log; the appending thread
 * then takes the result over at its next {@link PartitionLog#maintain}. After a failure the log is left alone for a while,
 * longer with each one that follows.
 */
public final class LogCompactor {
    private static final long FIRST_BACKOFF_MS = Duration.ofSeconds(15).toMillis();
    private static final int MOST_DOUBLINGS = 6;

    private final SegmentedLog log;
    private final LogFolder folder;
    private final Supplier<LogConfig> config;
    private final InstantSource clock;
    private volatile long cleanedUpTo;
    private volatile Compaction.@Nullable Result done;
    private volatile Status status = Status.NEW;
    private long lowestCut;

    /**
     * How it stands, for people to look at.
     *
     * @param running whether it is being compacted now
     * @param dirtyRatio share of bytes that were never compacted, 0 to 1, when it was last looked at
     * @param lastRunMs when a run last ended, -1 where none has
     * @param tookMs how long that run took
     * @param error why it failed, null where it did not
     * @param failures how many runs in a row have failed
     * @param retryMs not tried again before that, -1 where nothing forbids it; a change of the topic's configs lifts it
     */
    public record Status(
            boolean running,
            double dirtyRatio,
            long lastRunMs,
            long tookMs,
            @Nullable String error,
            int failures,
            long retryMs) {
        static final Status NEW = new Status(false, 0, -1, 0, null, 0, -1);

        private Status seen(double ratio) {
            return new Status(running, ratio, lastRunMs, tookMs, error, failures, retryMs);
        }

        private Status begun(double ratio) {
            return new Status(true, ratio, lastRunMs, tookMs, error, failures, retryMs);
        }

        private Status ended(long startMs, long nowMs) {
            return new Status(false, dirtyRatio, nowMs, nowMs - startMs, null, 0, -1);
        }

        private Status failed(Exception cause, long startMs, long nowMs) {
            long backoff = FIRST_BACKOFF_MS << Math.min(failures, MOST_DOUBLINGS);
            return new Status(
                    false, dirtyRatio, nowMs, nowMs - startMs, cause.toString(), failures + 1, nowMs + backoff);
        }

        private Status retriable() {
            return retryMs < 0 ? this : new Status(running, dirtyRatio, lastRunMs, tookMs, error, failures, -1);
        }
    }

    LogCompactor(
            SegmentedLog log, LogFolder folder, Supplier<LogConfig> config, InstantSource clock, long cleanedUpTo) {
        this.log = log;
        this.folder = folder;
        this.config = config;
        this.clock = clock;
        this.cleanedUpTo = cleanedUpTo;
    }

    /** How it stands. */
    public Status status() {
        return status;
    }

    /** Below it no key has two records. */
    public long cleanedUpTo() {
        return cleanedUpTo;
    }

    /** How urgent a compaction is: the share of bytes that were never compacted, 0 where there is nothing to do now. */
    public double urgency() {
        if (!config.get().compaction().compact() || done != null) {
            return 0;
        }
        CompactionPlan plan = plan();
        change(now -> now.seen(plan.dirtyRatio()));
        return plan.isDue() && clock.millis() >= status.retryMs() ? plan.dirtyRatio() : 0;
    }

    /**
     * Does it. A failure shows in {@link #status} too; the next try begins from the start.
     *
     * @param dedupeBytes how much memory the keys may take
     * @param rate how fast files may be read and written
     */
    public void run(long dedupeBytes, IoRate rate) throws IOException {
        begin();
        CompactionPlan plan = plan();
        long start = clock.millis();
        change(now -> now.begun(plan.dirtyRatio()));
        try {
            done = new Compaction(folder, config.get(), dedupeBytes, rate, start).run(plan);
            change(now -> now.ended(start, clock.millis()));
        } catch (IOException e) {
            change(now -> now.failed(e, start, clock.millis()));
            throw e;
        } catch (RuntimeException e) {
            change(now -> now.failed(e, start, clock.millis()));
            throw new IOException("broken invariant: " + e, e);
        }
    }

    /** Lifts what a failed run has forbidden. */
    void retryNow() {
        change(Status::retriable);
    }

    /** Whether there is something to take over. */
    boolean isDone() {
        return done != null;
    }

    /** Takes over what was compacted since; for the appending thread. */
    void takeOver() throws IOException {
        Compaction.Result result = done;
        if (result == null) {
            return;
        }
        boolean valid = lowestCut() >= result.endOffset();
        for (Compaction.Group group : result.groups()) {
            // What comes later counts on the earlier: a tombstone may be gone from it whose record would stay.
            valid = valid && log.swapIn(group, config.get(), clock.millis());
            if (!valid) {
                group.cleaned().delete();
            }
        }
        if (valid) {
            cleanedUpTo = result.cleanedUpTo();
        }
        done = null;
    }

    /** The log is about to be cut, or was, at {@code end}; for the appending thread. */
    synchronized void cut(long end) {
        cleanedUpTo = Math.min(cleanedUpTo, end);
        lowestCut = Math.min(lowestCut, end);
    }

    private synchronized void begin() {
        lowestCut = Long.MAX_VALUE;
    }

    private synchronized long lowestCut() {
        return lowestCut;
    }

    private synchronized void change(UnaryOperator<Status> next) {
        status = next.apply(status);
    }

    private CompactionPlan plan() {
        return CompactionPlan.of(
                log.snapshot(), config.get().compaction(), log.recoveryPoint(), cleanedUpTo, clock.millis());
    }
}
