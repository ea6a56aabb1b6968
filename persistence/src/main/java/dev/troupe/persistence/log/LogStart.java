package dev.troupe.persistence.log;

/**
 * What the checkpoint files of a directory remember of one log.
 *
 * @param recoveryPoint everything below was flushed
 * @param logStartOffset the first offset that could be read
 * @param highWatermark as far as it was known
 * @param cleanedUpTo below it no key has two records
 */
record LogStart(long recoveryPoint, long logStartOffset, long highWatermark, long cleanedUpTo) {
    static final LogStart NEW = new LogStart(0, 0, 0, 0);
}
