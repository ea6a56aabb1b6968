package dev.troupe.persistence.metadata;

import dev.troupe.protocol.RemoteMessage;

/** What is asked of the journal; answered with all that had been acknowledged before. */
public sealed interface JournalQuestion extends RemoteMessage {

    /** The highest number ever given to an event of that entity, 0 if none. */
    record HighestSeqNr(String persistenceId) implements JournalQuestion {}

    /** Events from one number to another, inclusive, at most so many. */
    record Events(String persistenceId, long fromSeqNr, long toSeqNr, int max) implements JournalQuestion {}

    /** The newest snapshot of that range. */
    record NewestSnapshot(String persistenceId, SnapshotRange range) implements JournalQuestion {}
}
