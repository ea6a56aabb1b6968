package dev.troupe.persistence.metadata;

import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/**
 * What the journal holds of one entity.
 *
 * @param deletedTo number of the last event that was deleted, 0 if none was
 * @param events those after it, without gap
 * @param writer the incarnation that wrote last, null before the first
 * @param formerWriters those before it, the last few: they write no more
 * @param snapshots in order of their numbers
 */
record EntityLog(
        long deletedTo,
        PVector<StoredEvent> events,
        @Nullable String writer,
        PVector<String> formerWriters,
        PVector<StoredSnapshot> snapshots) {

    static final EntityLog EMPTY =
            new EntityLog(0, TreePVector.empty(), null, TreePVector.empty(), TreePVector.empty());

    /** An older one fails by its sequence numbers anyway. */
    private static final int FORMER_WRITERS_KEPT = 32;

    EntityLog {
        if (!events.isEmpty() && events.getFirst().seqNr() != deletedTo + 1) {
            throw new IllegalArgumentException(
                    "events start at " + events.getFirst().seqNr() + " after " + deletedTo);
        }
    }

    long highestSeqNr() {
        return deletedTo + events.size();
    }

    /** Events from one number on, up to another. */
    PVector<StoredEvent> between(long fromSeqNr, long toSeqNr, int max) {
        long from = Math.max(fromSeqNr, deletedTo + 1);
        long to = Math.min(Math.min(toSeqNr, highestSeqNr()), from + max - 1);
        return to < from ? TreePVector.empty() : events.subList(index(from), index(to) + 1);
    }

    private int index(long seqNr) {
        return Math.toIntExact(seqNr - deletedTo - 1);
    }

    EntityLog append(PVector<StoredEvent> more, String by) {
        boolean newWriter = !by.equals(writer);
        PVector<String> former = newWriter && writer != null ? formerWriters.plus(writer) : formerWriters;
        return new EntityLog(deletedTo, events.plusAll(more), by, lastOf(former), snapshots);
    }

    private static PVector<String> lastOf(PVector<String> writers) {
        int size = writers.size();
        return size <= FORMER_WRITERS_KEPT ? writers : writers.subList(size - FORMER_WRITERS_KEPT, size);
    }

    EntityLog deleteTo(long toSeqNr) {
        long to = Math.min(toSeqNr, highestSeqNr());
        if (to <= deletedTo) {
            return this;
        }
        return new EntityLog(to, events.subList(index(to) + 1, events.size()), writer, formerWriters, snapshots);
    }

    EntityLog withSnapshots(PVector<StoredSnapshot> kept) {
        return new EntityLog(deletedTo, events, writer, formerWriters, kept);
    }
}
