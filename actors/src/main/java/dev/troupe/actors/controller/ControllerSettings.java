package dev.troupe.actors.controller;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * What an operator may set of the controller.
 *
 * @param numPartitions of a topic whose creator leaves it open
 * @param defaultReplicationFactor likewise
 * @param imbalanceCheckInterval how often leaders are balanced (C10)
 * @param imbalancePercentage the share of a broker's partitions that others may lead before it gets them back (C10)
 * @param autoRebalance whether leaders are balanced at all
 * @param confirmationTimeout the longest that metadata and answers to clients wait for brokers to apply a change
 * @param registrationTimeout how long a new controller waits for the brokers of its predecessor before it takes them for down
 */
public record ControllerSettings(
        int numPartitions,
        int defaultReplicationFactor,
        Duration imbalanceCheckInterval,
        int imbalancePercentage,
        boolean autoRebalance,
        Duration confirmationTimeout,
        Duration registrationTimeout) {

    /** Reads them from the {@code troupe} section. */
    public static ControllerSettings from(Config troupe) {
        return new ControllerSettings(
                troupe.getInt("num.partitions"),
                troupe.getInt("default.replication.factor"),
                Duration.ofSeconds(troupe.getLong("leader.imbalance.check.interval.seconds")),
                troupe.getInt("leader.imbalance.per.broker.percentage"),
                troupe.getBoolean("auto.leader.rebalance.enable"),
                Duration.ofMillis(troupe.getLong("controller.confirmation.timeout.ms")),
                Duration.ofMillis(troupe.getLong("controller.registration.timeout.ms")));
    }
}
