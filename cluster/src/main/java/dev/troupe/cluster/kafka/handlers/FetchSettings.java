package dev.troupe.cluster.kafka.handlers;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * Bounds of what fetches may ask for and keep.
 *
 * @param maxBytes {@code fetch.max.bytes}: no response is larger, but for one batch that is by itself
 * @param maxSessions {@code max.incremental.fetch.session.cache.slots}: how many fetch sessions there are at most (KIP-227)
 * @param sessionEviction {@code min.incremental.fetch.session.eviction.ms}: one unused for so long gives way to another
 */
public record FetchSettings(int maxBytes, int maxSessions, Duration sessionEviction) {

    public static FetchSettings from(Config troupe) {
        return new FetchSettings(
                troupe.getInt("fetch.max.bytes"),
                troupe.getInt("max.incremental.fetch.session.cache.slots"),
                Duration.ofMillis(troupe.getLong("min.incremental.fetch.session.eviction.ms")));
    }
}
