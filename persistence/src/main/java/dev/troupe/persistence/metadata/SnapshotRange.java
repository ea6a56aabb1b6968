package dev.troupe.persistence.metadata;

/**
 * Which snapshots are meant; all bounds are inclusive.
 *
 * @param minSeqNr smallest sequence number
 * @param maxSeqNr largest sequence number
 * @param minTimestamp earliest, ms
 * @param maxTimestamp latest, ms
 */
public record SnapshotRange(long minSeqNr, long maxSeqNr, long minTimestamp, long maxTimestamp) {

    boolean contains(StoredSnapshot snapshot) {
        return snapshot.seqNr() >= minSeqNr
                && snapshot.seqNr() <= maxSeqNr
                && snapshot.timestamp() >= minTimestamp
                && snapshot.timestamp() <= maxTimestamp;
    }
}
