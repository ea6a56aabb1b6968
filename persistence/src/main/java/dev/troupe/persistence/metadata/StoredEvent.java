package dev.troupe.persistence.metadata;

import org.apache.pekko.util.ByteString;

/**
 * One event of an entity.
 *
 * @param seqNr its number, from 1
 * @param timestamp when it was written, ms
 * @param writer the incarnation that wrote it
 * @param adapterManifest what Pekko's event adapters want back
 * @param payload the event
 */
public record StoredEvent(long seqNr, long timestamp, String writer, String adapterManifest, Payload payload) {

    /**
     * A value in the form that Pekko's serialization gave it.
     *
     * @param serializer the serializer's identifier
     * @param manifest what that serializer calls the type
     * @param bytes the value
     */
    public record Payload(int serializer, String manifest, ByteString bytes) {}
}
