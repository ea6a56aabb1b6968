package dev.troupe.actors.keeper;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * How often a node looks after its logs.
 *
 * @param retentionInterval {@code log.retention.check.interval.ms}
 * @param checkpointInterval {@code log.flush.offset.checkpoint.interval.ms}
 * @param cleanInterval {@code log.cleaner.backoff.ms}
 * @param atOnce {@code log.keeper.parallelism}: how many logs are looked after at one time
 * @param dedupeBytes {@code log.cleaner.dedupe.buffer.size}: memory for the keys of one compaction
 * @param cleanerBytesPerSecond {@code log.cleaner.io.max.bytes.per.second}: how much compaction may read and write
 */
public record LogKeeperSettings(
        Duration retentionInterval,
        Duration checkpointInterval,
        Duration cleanInterval,
        int atOnce,
        long dedupeBytes,
        double cleanerBytesPerSecond) {

    public static LogKeeperSettings from(Config troupe) {
        return new LogKeeperSettings(
                Duration.ofMillis(troupe.getLong("log.retention.check.interval.ms")),
                Duration.ofMillis(troupe.getLong("log.flush.offset.checkpoint.interval.ms")),
                Duration.ofMillis(troupe.getLong("log.cleaner.backoff.ms")),
                troupe.getInt("log.keeper.parallelism"),
                troupe.getLong("log.cleaner.dedupe.buffer.size"),
                troupe.getDouble("log.cleaner.io.max.bytes.per.second"));
    }
}
