package dev.troupe.persistence.log;

import java.util.List;

/** How many of a log's oldest segments are to be deleted (BEHAVIOUR L9). */
final class RetentionRule {
    private RetentionRule() {}

    /** The number of segments, from the first on; all of them where even the one in use is too old. */
    static int expired(LogSnapshot log, LogConfig.Retention retention, long nowMs) {
        List<Segment> segments = log.segments();
        long excess = retention.delete() && retention.bytes() >= 0 ? log.sizeInBytes() - retention.bytes() : 0;
        int count = 0;
        for (; count < segments.size(); count++) {
            Segment segment = segments.get(count);
            boolean isLast = count == segments.size() - 1;
            long size = isLast ? log.activeSize() : segment.size();
            long end = isLast ? log.logEndOffset() : segments.get(count + 1).baseOffset();
            boolean isPast = !isLast && end <= log.logStartOffset();
            boolean isExcess = !isLast && excess > 0 && excess >= size;
            boolean isOld = retention.delete() && retention.ms() >= 0 && ageOf(segment, nowMs) > retention.ms();
            boolean isNeeded = end > log.highWatermark() || size == 0;
            if (isNeeded || !(isPast || isExcess || isOld)) {
                return count;
            }
            excess -= size;
        }
        return count;
    }

    /** A record dated in the future must not pin its segment for ever: then the file's own age rules. */
    static long ageOf(Segment segment, long nowMs) {
        long newest = segment.maxTimestamp();
        return nowMs - (newest < 0 || newest > nowMs ? segment.createdMs() : newest);
    }
}
