package dev.troupe.persistence.raft;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;

/**
 * MicroRaft counts heartbeats in whole seconds, which makes a failover of seconds. So its time runs faster than ours: what it
 * takes for a second is one heartbeat of {@link RaftSettings}. Both what it asks the clock and what it schedules pass here.
 */
final class RaftTime extends Clock {
    private static final long RAFT_HEARTBEAT_MS = 1000;

    private final Clock clock;
    private final long heartbeatNanos;

    RaftTime(Clock clock, Duration heartbeat) {
        this.clock = clock;
        this.heartbeatNanos = heartbeat.toNanos();
    }

    /** Our nanoseconds for a delay of MicroRaft's. */
    Duration ours(long delay, TimeUnit unit) {
        return Duration.ofNanos(unit.toMillis(delay) * heartbeatNanos / RAFT_HEARTBEAT_MS);
    }

    /** MicroRaft's milliseconds for a time of ours. */
    long raftMillis(Duration ours) {
        return ours.toMillis() * RAFT_HEARTBEAT_MS * 1_000_000 / heartbeatNanos;
    }

    @Override
    public long millis() {
        return raftMillis(Duration.ofMillis(clock.millis()));
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis());
    }

    @Override
    public ZoneId getZone() {
        return clock.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new RaftTime(clock.withZone(zone), Duration.ofNanos(heartbeatNanos));
    }
}
