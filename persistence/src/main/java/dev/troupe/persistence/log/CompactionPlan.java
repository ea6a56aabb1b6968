package dev.troupe.persistence.log;

import java.util.List;

/**
 * What there is to compact in a log (BEHAVIOUR L10).
 *
 * @param segments those that may be rewritten, from the log's first on: finished, forced to disk, replicated and old enough
 * @param endOffset where the last of them ends
 * @param dirtyFrom offset below which no key has two records
 * @param dirtyRatio share of bytes that were never compacted, 0 to 1
 * @param isDue whether the topic's configs ask for it now
 */
record CompactionPlan(List<Segment> segments, long endOffset, long dirtyFrom, double dirtyRatio, boolean isDue) {

    static CompactionPlan of(
            LogSnapshot log, LogConfig.Compaction config, long recoveryPoint, long cleanedUpTo, long nowMs) {
        List<Segment> segments = cleanable(log, config, recoveryPoint, nowMs);
        long clean = 0;
        long dirty = 0;
        boolean late = false;
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            if (log.segments().get(i + 1).baseOffset() <= cleanedUpTo) {
                clean += segment.size();
            } else {
                dirty += segment.size();
                late |= config.maxLagMs() < nowMs - segment.createdMs();
            }
        }
        double ratio = dirty == 0 ? 0 : (double) dirty / (clean + dirty);
        boolean due = config.compact() && dirty > 0 && (late || ratio > config.minDirtyRatio());
        long end = log.segments().get(segments.size()).baseOffset();
        return new CompactionPlan(segments, end, cleanedUpTo, ratio, due);
    }

    private static List<Segment> cleanable(
            LogSnapshot log, LogConfig.Compaction config, long recoveryPoint, long nowMs) {
        List<Segment> all = log.segments();
        long limit = Math.min(recoveryPoint, log.highWatermark());
        int count = 0;
        while (count + 1 < all.size()
                && all.get(count + 1).baseOffset() <= limit
                && (config.minLagMs() <= 0 || all.get(count).maxTimestamp() <= nowMs - config.minLagMs())) {
            count++;
        }
        return all.subList(0, count);
    }
}
