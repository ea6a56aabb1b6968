package dev.troupe.protocol.serialization;

import java.util.Map;

/**
 * The tags of one module's messages and stored types, found by {@link java.util.ServiceLoader}.
 *
 * <p>A tag is a short stable string that outlives the class's name: {@code area.what-it-is}, with {@code /version} behind it
 * where it is stored ({@link dev.troupe.protocol.Persisted}). Records that are only fields of others need none, unless the
 * field's type is a sealed interface: then the tag tells which of its records stands there.
 */
@FunctionalInterface
public interface MessageTags {

    /** Tags and the records they stand for. */
    Map<String, Class<?>> tags();

    /** Tags of earlier versions that are still read, and the records that they are read as. */
    default Map<String, Class<?>> formerTags() {
        return Map.of();
    }
}
