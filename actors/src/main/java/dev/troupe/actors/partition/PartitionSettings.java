package dev.troupe.actors.partition;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * What an operator may set of replication.
 *
 * @param replicaLagTimeMax {@code replica.lag.time.max.ms}: a follower that lags for so long leaves the ISR (L6)
 * @param replicaFetchMaxBytes {@code replica.fetch.max.bytes}: how much a follower asks for at a time
 * @param replicaFetchBackoff {@code replica.fetch.backoff.ms}: how long a follower waits after a refused fetch
 * @param replicaKeepAlive {@code replica.keep.alive.ms}: a follower that has no answer for so long asks again
 */
public record PartitionSettings(
        Duration replicaLagTimeMax, int replicaFetchMaxBytes, Duration replicaFetchBackoff, Duration replicaKeepAlive) {

    public static PartitionSettings from(Config troupe) {
        return new PartitionSettings(
                Duration.ofMillis(troupe.getLong("replica.lag.time.max.ms")),
                troupe.getInt("replica.fetch.max.bytes"),
                Duration.ofMillis(troupe.getLong("replica.fetch.backoff.ms")),
                Duration.ofMillis(troupe.getLong("replica.keep.alive.ms")));
    }
}
