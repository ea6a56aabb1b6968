package dev.troupe.protocol.record;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A record of a compacted topic, without headers.
 *
 * @param key its key
 * @param value its value, null for a tombstone
 */
public record KeyValue(ByteBuffer key, @Nullable ByteBuffer value) {}
