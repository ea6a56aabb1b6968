package dev.troupe.persistence.raft;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * How a Raft group keeps itself together.
 *
 * @param heartbeat how often a leader tells its followers that it lives
 * @param leaderTimeout how long a follower waits for that before it calls an election; a whole number of heartbeats, two at least
 * @param electionTimeout how long one round of an election may take
 * @param commitsPerSnapshot after how many operations the log is replaced by a snapshot
 * @param maxPending how many operations may wait for their commit at once
 * @param requestTimeout how long an operation is tried, leader changes included, before it fails
 */
public record RaftSettings(
        Duration heartbeat,
        Duration leaderTimeout,
        Duration electionTimeout,
        int commitsPerSnapshot,
        int maxPending,
        Duration requestTimeout) {

    public RaftSettings {
        if (heartbeat.isNegative() || heartbeat.isZero() || leaderTimeout.compareTo(heartbeat.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException(
                    "metadata.leader.timeout.ms must be at least twice metadata.heartbeat.ms");
        }
    }

    /** Reads the settings below {@code troupe}. */
    public static RaftSettings from(Config troupe) {
        return new RaftSettings(
                Duration.ofMillis(troupe.getLong("metadata.heartbeat.ms")),
                Duration.ofMillis(troupe.getLong("metadata.leader.timeout.ms")),
                Duration.ofMillis(troupe.getLong("metadata.election.timeout.ms")),
                troupe.getInt("metadata.snapshot.operations"),
                troupe.getInt("metadata.max.pending.operations"),
                Duration.ofMillis(troupe.getLong("metadata.request.timeout.ms")));
    }
}
