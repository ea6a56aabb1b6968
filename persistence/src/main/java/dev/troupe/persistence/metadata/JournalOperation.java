package dev.troupe.persistence.metadata;

import dev.troupe.protocol.Persisted;
import java.util.List;

/** A change of the journal, as it stands in the Raft log. */
public sealed interface JournalOperation extends Persisted {

    /** Which entity it is about. */
    String persistenceId();

    /**
     * Appends events, all or none: refused unless the first one's number follows the entity's highest, and if another
     * incarnation has written since this writer did.
     */
    record Append(String persistenceId, String writer, List<StoredEvent> events) implements JournalOperation {
        public Append {
            events = List.copyOf(events);
            if (events.isEmpty()) {
                throw new IllegalArgumentException("nothing to append");
            }
        }
    }

    /** Deletes an entity's events up to that number, inclusive; numbers are never used again. */
    record DeleteTo(String persistenceId, long toSeqNr) implements JournalOperation {}

    /** Keeps a snapshot, in place of one with the same number. */
    record SaveSnapshot(String persistenceId, StoredSnapshot snapshot) implements JournalOperation {}

    /** Deletes snapshots. */
    record DeleteSnapshots(String persistenceId, SnapshotRange range) implements JournalOperation {}
}
