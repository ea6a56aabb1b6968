package dev.troupe.persistence.metadata;

/**
 * The state of an entity as of one event.
 *
 * @param seqNr that event's number
 * @param timestamp when it was taken, ms
 * @param payload the state
 */
public record StoredSnapshot(long seqNr, long timestamp, StoredEvent.Payload payload) {}
