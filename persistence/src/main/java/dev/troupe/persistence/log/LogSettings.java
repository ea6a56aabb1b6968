package dev.troupe.persistence.log;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * What every log of a node has in common.
 *
 * @param producerIdExpiration {@code producer.id.expiration.ms}: an idempotent producer silent for so long is forgotten
 * @param reserveBytes {@code log.disk.reserve.bytes}: below so much free space appends are refused (BEHAVIOUR L14)
 * @param flushOnAck {@code log.flush.on.ack}: whether every append is forced to disk before it is acknowledged
 */
public record LogSettings(Duration producerIdExpiration, long reserveBytes, boolean flushOnAck) {

    /** Settings of a node that leaves forcing to replication and the operating system. */
    public LogSettings(Duration producerIdExpiration, long reserveBytes) {
        this(producerIdExpiration, reserveBytes, false);
    }

    public static LogSettings from(Config troupe) {
        return new LogSettings(
                Duration.ofMillis(troupe.getLong("producer.id.expiration.ms")),
                troupe.getLong("log.disk.reserve.bytes"),
                troupe.getBoolean("log.flush.on.ack"));
    }
}
