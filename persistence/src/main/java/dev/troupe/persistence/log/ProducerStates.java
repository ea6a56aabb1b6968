package dev.troupe.persistence.log;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.record.RecordBatch;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a log knows of the idempotent producers that write to it (BEHAVIOUR L13): for each its epoch and its last five batches.
 * Belongs to the thread that appends.
 *
 * <p>A producer that is not known must start at sequence number 0, as the batches before the one that arrived may still be on
 * their way; only a log that has forgotten producers takes an unknown one where it stands.
 */
final class ProducerStates {
    private final Map<Long, ProducerState> byId = new HashMap<>();
    private boolean forgetful;

    /** What is to be done with a batch. */
    sealed interface Verdict {
        /** It is the next one. */
        record Next() implements Verdict {}

        /** It is in the log already. */
        record Duplicate(ProducerState.Batch of) implements Verdict {}

        /** It must not be appended. */
        record Refused(ErrorCode error, String message) implements Verdict {}
    }

    private static final Verdict NEXT = new Verdict.Next();

    /** What is to be done with a client's batch, which has a producer id. */
    Verdict check(RecordBatch batch) {
        ProducerState known = byId.get(batch.producerId());
        int sequence = batch.baseSequence();
        if (known == null) {
            return sequence == 0 || forgetful ? NEXT : outOfOrder(batch, 0, "it is not known here");
        }
        if (batch.producerEpoch() < known.epoch()) {
            return new Verdict.Refused(
                    ErrorCode.INVALID_PRODUCER_EPOCH,
                    "producer " + batch.producerId() + " has epoch " + known.epoch() + ", the batch has "
                            + batch.producerEpoch());
        }
        if (batch.producerEpoch() > known.epoch()) {
            return sequence == 0 ? NEXT : outOfOrder(batch, 0, "its epoch is new");
        }
        ProducerState.@Nullable Batch same = known.find(sequence, batch.lastSequence());
        if (same != null) {
            return new Verdict.Duplicate(same);
        }
        int expected = known.nextSequence();
        return sequence == expected ? NEXT : outOfOrder(batch, expected, "batches are missing");
    }

    /** Notes a batch that is in the log. */
    void update(RecordBatch batch, long nowMs) {
        if (!batch.hasProducerId() || batch.isControl()) {
            return;
        }
        ProducerState known = byId.get(batch.producerId());
        byId.put(batch.producerId(), known == null ? ProducerState.first(batch, nowMs) : known.and(batch, nowMs));
    }

    /** Forgets who has been silent for so long. */
    void expire(long nowMs, long expirationMs) {
        if (byId.values().removeIf(state -> nowMs - state.lastSeenMs() >= expirationMs)) {
            forgetful = true;
        }
    }

    /** Records that may have told of producers are gone: from now on an unknown one is taken where it stands. */
    void forgive() {
        forgetful = true;
    }

    void clear() {
        byId.clear();
    }

    void restore(List<ProducerState> states) {
        byId.clear();
        states.forEach(state -> byId.put(state.producerId(), state));
    }

    Collection<ProducerState> all() {
        return byId.values();
    }

    private static Verdict outOfOrder(RecordBatch batch, int expected, String why) {
        return new Verdict.Refused(
                ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER,
                "producer " + batch.producerId() + " with epoch " + batch.producerEpoch() + ": expected sequence "
                        + expected + ", received " + batch.baseSequence() + "; " + why);
    }
}
