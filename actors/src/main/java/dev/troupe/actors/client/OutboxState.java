package dev.troupe.actors.client;

import java.util.List;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/**
 * What waits to be written to one partition, and under which numbers (BEHAVIOUR L13).
 *
 * @param identity under which batches are written
 * @param batch what is to be written next, the same until it is written or given up
 * @param phase how far that is
 * @param waiting what comes after it
 */
record OutboxState(Identity identity, List<Parcel> batch, Phase phase, PVector<Parcel> waiting) {
    static final OutboxState EMPTY = new OutboxState(Identity.FIRST, List.of(), Phase.IDLE, TreePVector.empty());

    OutboxState {
        batch = List.copyOf(batch);
        boolean hasBatch = phase == Phase.SENT || phase == Phase.UNCERTAIN || phase == Phase.RESENT;
        if (hasBatch == batch.isEmpty()) {
            throw new IllegalArgumentException(phase + " with a batch of " + batch.size());
        }
        if (hasBatch && !identity.isKnown()) {
            throw new IllegalArgumentException("a batch without producer id");
        }
    }

    /** How far a batch is. */
    enum Phase {
        /** There is none. */
        IDLE,
        /** There is none, and a producer id is asked for. */
        IDENTIFYING,
        /** It is on its way. */
        SENT,
        /** Nobody knows whether it was written. */
        UNCERTAIN,
        /** It is on its way, and may be there already. */
        RESENT
    }

    /**
     * The producer id, and the sequence number of the next batch's first record.
     *
     * @param producerId -1 where there is none
     * @param used whether there was one before, which is of no use any more
     */
    record Identity(long producerId, int sequence, boolean used) {
        private static final long NONE = -1;
        static final Identity FIRST = new Identity(NONE, 0, false);

        boolean isKnown() {
            return producerId != NONE;
        }

        /** After the largest int comes 0. */
        Identity after(int records) {
            int next = (int) ((sequence + (long) records) % (Integer.MAX_VALUE + 1L));
            return new Identity(producerId, next, used);
        }

        /** Its numbers cannot be relied on any more: another id begins at 0. */
        static Identity lost() {
            return new Identity(NONE, 0, true);
        }
    }

    OutboxState with(Phase next, List<Parcel> its) {
        return new OutboxState(identity, its, next, waiting);
    }

    OutboxState with(Identity other) {
        return new OutboxState(other, batch, phase, waiting);
    }

    OutboxState with(PVector<Parcel> others) {
        return new OutboxState(identity, batch, phase, others);
    }
}
