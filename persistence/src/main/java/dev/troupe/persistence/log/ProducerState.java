package dev.troupe.persistence.log;

import dev.troupe.protocol.record.RecordBatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One idempotent producer as a log knows it.
 *
 * @param producerId its id
 * @param epoch its epoch
 * @param batches its last batches, at most five, the newest last; never empty
 * @param lastSeenMs when the newest was appended here
 */
record ProducerState(long producerId, short epoch, List<Batch> batches, long lastSeenMs) {
    /** Clients have at most five requests in flight, so none older can come again. */
    private static final int REMEMBERED = 5;

    /**
     * One batch.
     *
     * @param lastSequence sequence number of its last record
     * @param lastOffset offset of its last record
     * @param offsetDelta how many records it has, less one
     * @param timestampMs its largest timestamp
     */
    record Batch(int lastSequence, long lastOffset, int offsetDelta, long timestampMs) {
        static Batch of(RecordBatch batch) {
            return new Batch(batch.lastSequence(), batch.lastOffset(), batch.lastOffsetDelta(), batch.maxTimestamp());
        }

        int firstSequence() {
            return (int) (((long) lastSequence - offsetDelta) & Integer.MAX_VALUE);
        }

        long firstOffset() {
            return lastOffset - offsetDelta;
        }
    }

    static ProducerState first(RecordBatch batch, long nowMs) {
        return new ProducerState(batch.producerId(), batch.producerEpoch(), List.of(Batch.of(batch)), nowMs);
    }

    /** As this, with one more batch; a new epoch forgets those of the one before. */
    ProducerState and(RecordBatch batch, long nowMs) {
        return and(batch.producerEpoch(), Batch.of(batch), nowMs);
    }

    /** As this, with one more batch; a new epoch forgets those of the one before. */
    ProducerState and(short newEpoch, Batch batch, long nowMs) {
        List<Batch> next = new ArrayList<>(REMEMBERED);
        if (newEpoch == epoch) {
            next.addAll(batches.subList(Math.max(0, batches.size() + 1 - REMEMBERED), batches.size()));
        }
        next.add(batch);
        return new ProducerState(producerId, newEpoch, next, nowMs);
    }

    int lastSequence() {
        return batches.getLast().lastSequence();
    }

    /** The sequence number that must come next; after the largest int comes 0. */
    int nextSequence() {
        return (lastSequence() + 1) & Integer.MAX_VALUE;
    }

    /** The batch with exactly these sequence numbers, null where it is not remembered. */
    @Nullable
    Batch find(int firstSequence, int lastSequence) {
        for (Batch batch : batches) {
            if (batch.lastSequence() == lastSequence && batch.firstSequence() == firstSequence) {
                return batch;
            }
        }
        return null;
    }

    ActiveProducer describe() {
        return new ActiveProducer(
                producerId, epoch, lastSequence(), batches.getLast().timestampMs(), -1, -1);
    }
}
