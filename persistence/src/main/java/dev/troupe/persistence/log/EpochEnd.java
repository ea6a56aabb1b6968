package dev.troupe.persistence.log;

/**
 * Where a leader epoch ends (KIP-101, KIP-279).
 *
 * @param leaderEpoch the largest epoch not above the one asked for, -1 where there is none
 * @param endOffset the offset after its last record, -1 where there is none
 */
public record EpochEnd(int leaderEpoch, long endOffset) {}
