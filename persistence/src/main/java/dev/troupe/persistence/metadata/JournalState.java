package dev.troupe.persistence.metadata;

import dev.troupe.protocol.Persisted;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The whole journal.
 *
 * @param entities by persistence id
 */
record JournalState(PMap<String, EntityLog> entities) implements Persisted {
    static final JournalState EMPTY = new JournalState(HashTreePMap.empty());

    EntityLog entity(String persistenceId) {
        return entities.getOrDefault(persistenceId, EntityLog.EMPTY);
    }

    JournalState with(String persistenceId, EntityLog entity) {
        return new JournalState(entities.plus(persistenceId, entity));
    }
}
