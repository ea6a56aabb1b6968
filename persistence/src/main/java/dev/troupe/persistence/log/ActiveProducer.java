package dev.troupe.persistence.log;

/**
 * An idempotent producer as a log remembers it.
 *
 * @param producerId its id
 * @param producerEpoch its epoch
 * @param lastSequence sequence number of its last record
 * @param lastTimestampMs the largest timestamp of its last batch
 * @param coordinatorEpoch of its transaction coordinator, -1 where there is none
 * @param currentTransactionStart first offset of its open transaction, -1 where there is none
 */
public record ActiveProducer(
        long producerId,
        int producerEpoch,
        int lastSequence,
        long lastTimestampMs,
        int coordinatorEpoch,
        long currentTransactionStart) {}
