package dev.troupe.persistence.log;

/**
 * A record found by its time (L12).
 *
 * @param offset the record's offset
 * @param timestampMs the record's timestamp
 * @param leaderEpoch of its batch
 */
public record FoundOffset(long offset, long timestampMs, int leaderEpoch) {}
