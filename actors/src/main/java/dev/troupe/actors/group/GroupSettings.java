package dev.troupe.actors.group;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * How groups are coordinated; keys and meaning in application.conf under "Groups".
 *
 * @param initialRebalanceDelayMs how long first joiners are gathered at most
 * @param initialRebalanceQuietMs ends the gathering once nobody new has come for so long; 0 is off
 * @param minSessionTimeoutMs shortest session timeout a member may ask for
 * @param maxSessionTimeoutMs longest session timeout a member may ask for
 * @param maxSize most members of a group
 * @param offsetMetadataMaxBytes longest note that may stand beside an offset
 * @param offsetsRetention how long offsets of an empty group are kept
 * @param retentionCheckInterval how often expired offsets are looked for
 * @param commitTimeout how long an append to {@code __consumer_offsets} may take
 * @param offsetsTopicPartitions partitions of {@code __consumer_offsets} when it is created
 * @param idleTimeoutMs how long a group without members keeps its actor when nobody asks for it
 */
public record GroupSettings(
        int initialRebalanceDelayMs,
        int initialRebalanceQuietMs,
        int minSessionTimeoutMs,
        int maxSessionTimeoutMs,
        int maxSize,
        int offsetMetadataMaxBytes,
        Duration offsetsRetention,
        Duration retentionCheckInterval,
        Duration commitTimeout,
        int offsetsTopicPartitions,
        int idleTimeoutMs) {

    /** Reads the keys under {@code troupe}. */
    public static GroupSettings from(Config troupe) {
        return new GroupSettings(
                troupe.getInt("group.initial.rebalance.delay.ms"),
                troupe.getInt("group.initial.rebalance.quiet.ms"),
                troupe.getInt("group.min.session.timeout.ms"),
                troupe.getInt("group.max.session.timeout.ms"),
                troupe.getInt("group.max.size"),
                troupe.getInt("offset.metadata.max.bytes"),
                Duration.ofMinutes(troupe.getLong("offsets.retention.minutes")),
                Duration.ofMillis(troupe.getLong("offsets.retention.check.interval.ms")),
                Duration.ofMillis(troupe.getLong("offsets.commit.timeout.ms")),
                troupe.getInt("offsets.topic.num.partitions"),
                troupe.getInt("group.idle.timeout.ms"));
    }

    boolean allowsSessionTimeout(int timeoutMs) {
        return timeoutMs >= minSessionTimeoutMs && timeoutMs <= maxSessionTimeoutMs;
    }
}
