package dev.troupe.persistence.log;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * What every log of a node has in common.
 *
 * @param producerIdExpiration {@code producer.id.expiration.ms}: an idempotent producer silent for so long is forgotten
 * @param minFreeBytes {@code log.min.free.bytes}: below so much free space appends are refused (BEHAVIOUR L14)
 */
public record LogSettings(Duration producerIdExpiration, long minFreeBytes) {

    public static LogSettings from(Config troupe) {
        return new LogSettings(
                Duration.ofMillis(troupe.getLong("producer.id.expiration.ms")), troupe.getLong("log.min.free.bytes"));
    }
}
