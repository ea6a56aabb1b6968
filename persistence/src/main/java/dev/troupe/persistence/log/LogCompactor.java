package dev.troupe.persistence.log;

import java.io.IOException;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compacts one log (BEHAVIOUR L10): on any one thread it finds out what to do and does it beside the log; the appending thread
 * then takes the result over at its next {@link PartitionLog#maintain}.
 */
public final class LogCompactor {
    private final SegmentedLog log;
    private final LogFolder folder;
    private final Supplier<LogConfig> config;
    private final InstantSource clock;
    private volatile long cleanedUpTo;
    private volatile Compaction.@Nullable Result done;
    private volatile Status status = new Status(0, -1, null);

    /**
     * How it stands, for people to look at.
     *
     * @param dirtyRatio share of bytes that were never compacted, 0 to 1, when it was last looked at
     * @param lastRunMs when it last ended, -1 where it has not
     * @param error why the last run failed, null where it did not
     */
    public record Status(
            double dirtyRatio, long lastRunMs, @Nullable String error) {}

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

    /** How urgent a compaction is: the share of bytes that were never compacted, 0 where the topic asks for none now. */
    public double urgency() {
        if (!config.get().compaction().compact() || done != null) {
            return 0;
        }
        CompactionPlan plan = plan();
        status = new Status(plan.dirtyRatio(), status.lastRunMs(), status.error());
        return plan.isDue() ? plan.dirtyRatio() : 0;
    }

    /**
     * Does it. A failure shows in {@link #status} too; the next try begins from the start.
     *
     * @param dedupeBytes how much memory the keys may take
     */
    public void run(long dedupeBytes) throws IOException {
        CompactionPlan plan = plan();
        try {
            done = new Compaction(folder, config.get(), dedupeBytes, clock.millis()).run(plan);
            status = new Status(plan.dirtyRatio(), clock.millis(), null);
        } catch (IOException e) {
            status = new Status(plan.dirtyRatio(), clock.millis(), e.toString());
            throw e;
        }
    }

    /** Below it no key has two records. */
    long cleanedUpTo() {
        return cleanedUpTo;
    }

    /** Takes over what was compacted since; for the appending thread. */
    void takeOver() throws IOException {
        Compaction.Result result = done;
        if (result != null) {
            log.swapIn(result, config.get(), clock.millis());
            cleanedUpTo = Math.min(result.cleanedUpTo(), log.endOffset());
            done = null;
        }
    }

    /** The log was cut at {@code end}; for the appending thread. */
    void cut(long end) {
        cleanedUpTo = Math.min(cleanedUpTo, end);
    }

    private CompactionPlan plan() {
        return CompactionPlan.of(
                log.snapshot(), config.get().compaction(), log.recoveryPoint(), cleanedUpTo, clock.millis());
    }
}
