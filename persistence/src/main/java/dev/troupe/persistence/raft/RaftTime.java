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
    private static final double NANOS_PER_MS = 1_000_000;

    private final Clock clock;
    private final long heartbeatNanos;
    // Used on the member's thread only, as all of MicroRaft's looks at the clock are.
    private long leapt;

    RaftTime(Clock clock, Duration heartbeat) {
        this.clock = clock;
        this.heartbeatNanos = heartbeat.toNanos();
    }

    /** Moves the clock forward: whoever has not been heard for so long is taken for lost at once. */
    void leap(Duration ours) {
        leapt += ours.toMillis();
    }

    /** Our nanoseconds for a delay of MicroRaft's. */
    Duration ours(long delay, TimeUnit unit) {
        return Duration.ofNanos(unit.toMillis(delay) * heartbeatNanos / RAFT_HEARTBEAT_MS);
    }

    /** MicroRaft's milliseconds for a time of ours; in floating point, as the wall clock in nanoseconds has more than 64 bits. */
    long raftMillis(Duration ours) {
        return Math.round(ours.toMillis() * (RAFT_HEARTBEAT_MS * NANOS_PER_MS / heartbeatNanos));
    }

    @Override
    public long millis() {
        return raftMillis(Duration.ofMillis(clock.millis() + leapt));
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
