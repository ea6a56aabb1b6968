package dev.troupe.persistence.log;

import dev.troupe.persistence.log.SegmentStatus.Reason;
import dev.troupe.persistence.log.SegmentStatus.Rule;
import java.util.ArrayList;
import java.util.List;

/** Tells of each segment of a log why it is still there, by the same rules that delete and compact. */
final class SegmentReport {
    private final LogSnapshot log;
    private final LogConfig config;
    private final long cleanedUpTo;
    private final long nowMs;

    private SegmentReport(LogSnapshot log, LogConfig config, long cleanedUpTo, long nowMs) {
        this.log = log;
        this.config = config;
        this.cleanedUpTo = cleanedUpTo;
        this.nowMs = nowMs;
    }

    /** The segments in order of offsets, then those that are out of the log already. */
    static List<SegmentStatus> of(
            LogSnapshot log, LogConfig config, long cleanedUpTo, List<LogFolder.Doomed> doomed, long nowMs) {
        SegmentReport report = new SegmentReport(log, config, cleanedUpTo, nowMs);
        List<SegmentStatus> all = new ArrayList<>();
        int expired = RetentionRule.expired(log, config.retention(), nowMs);
        for (int i = 0; i < log.segments().size(); i++) {
            all.add(report.kept(i, i < expired));
        }
        for (LogFolder.Doomed each : doomed) {
            Reason delay = new Reason(Rule.FILE_DELETE_DELAY, each.dueMs(), "out of the log, its readers may finish");
            all.add(status(each.segment(), -1, each.segment().size(), List.of(delay)));
        }
        return List.copyOf(all);
    }

    private SegmentStatus kept(int index, boolean expired) {
        Segment segment = log.segments().get(index);
        boolean isActive = index == log.segments().size() - 1;
        long end = isActive ? log.logEndOffset() : log.segments().get(index + 1).baseOffset();
        long size = isActive ? log.activeSize() : segment.size();
        List<Reason> reasons = expired
                ? List.of(Reason.of(Rule.NEXT_CHECK, "due, the next check of retention takes it"))
                : reasons(index, segment, isActive, end);
        return status(segment, end, size, reasons);
    }

    private List<Reason> reasons(int index, Segment segment, boolean isActive, long end) {
        List<Reason> reasons = new ArrayList<>();
        if (isActive) {
            reasons.add(Reason.of(Rule.ACTIVE, "records are appended to it"));
        }
        if (end > log.highWatermark()) {
            reasons.add(Reason.of(
                    Rule.ABOVE_HIGH_WATERMARK, "replicated up to " + log.highWatermark() + ", it ends at " + end));
        }
        if (config.retention().delete()) {
            byLimits(index, segment, reasons);
        } else {
            reasons.add(byCompaction(end));
        }
        if (reasons.isEmpty()) {
            reasons.add(Reason.of(Rule.OLDER_SEGMENT, "segments go from the oldest on, and an older one stays"));
        }
        return List.copyOf(reasons);
    }

    private void byLimits(int index, Segment segment, List<Reason> reasons) {
        LogConfig.Retention limits = config.retention();
        if (limits.ms() < 0 && limits.bytes() < 0) {
            reasons.add(Reason.of(Rule.NO_LIMIT, "retention.ms and retention.bytes set no limit"));
            return;
        }
        boolean isOld = limits.ms() >= 0 && RetentionRule.ageOf(segment, nowMs) > limits.ms();
        boolean isExcess = limits.bytes() >= 0 && sizeFrom(index + 1) >= limits.bytes();
        if (isOld || isExcess) {
            return;
        }
        if (limits.ms() >= 0) {
            reasons.add(byAge(segment, nowMs - RetentionRule.ageOf(segment, nowMs) + limits.ms()));
        }
        if (limits.bytes() >= 0) {
            reasons.add(Reason.of(
                    Rule.RETENTION_BYTES,
                    "without it the log would be smaller than retention.bytes=" + limits.bytes()));
        }
    }

    private Reason byAge(Segment segment, long untilMs) {
        return segment.maxTimestamp() > nowMs
                ? new Reason(
                        Rule.FUTURE_TIMESTAMP,
                        untilMs,
                        "its newest record is dated in the future, so the age of its file counts")
                : new Reason(
                        Rule.RETENTION_MS,
                        untilMs,
                        "younger than retention.ms=" + config.retention().ms());
    }

    private Reason byCompaction(long end) {
        return end <= cleanedUpTo
                ? Reason.of(Rule.COMPACTED, "compacted; it holds the last values of keys")
                : Reason.of(Rule.TO_BE_COMPACTED, "not compacted yet, or not since records were added");
    }

    private long sizeFrom(int index) {
        long size = log.sizeInBytes();
        for (int i = 0; i < index && i < log.segments().size() - 1; i++) {
            size -= log.segments().get(i).size();
        }
        return size;
    }

    private static SegmentStatus status(Segment segment, long end, long size, List<Reason> reasons) {
        return new SegmentStatus(segment.baseOffset(), end, size, segment.maxTimestamp(), segment.createdMs(), reasons);
    }
}
