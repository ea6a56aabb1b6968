package dev.troupe.cluster.kafka.admin;

import org.jspecify.annotations.Nullable;

/**
 * A record as text.
 *
 * @param key null where it has none
 * @param value null for a tombstone
 */
public record TextRecord(
        String topic,
        int partition,
        long offset,
        long timestampMs,
        @Nullable String key,
        @Nullable String value) {}
