package dev.troupe.protocol.config;

import static dev.troupe.protocol.config.ConfigType.BOOLEAN;
import static dev.troupe.protocol.config.ConfigType.INT;
import static dev.troupe.protocol.config.ConfigType.LONG;
import static dev.troupe.protocol.config.ConfigType.STRING;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The broker configs that are no synonyms of topic configs: read when a broker starts. Defaults are those of Kafka 4.4. */
final class BrokerConfigTable {
    private static final ConfigRule ANYTHING = new ConfigRule.Anything();

    /** The lowest value of a number; 1 where nothing is said. */
    private static final Map<String, Integer> LOWEST = Map.of(
            "node.id", 0,
            "group.initial.rebalance.delay.ms", 0,
            "group.initial.rebalance.quiet.ms", 0,
            "offset.metadata.max.bytes", 0,
            "log.retention.minutes", -1,
            "log.retention.hours", -1,
            "log.roll.jitter.hours", 0,
            "queued.max.request.bytes", -1,
            "leader.imbalance.per.broker.percentage", 0);

    static final List<ConfigKey> KEYS = List.of(
            key(
                    STRING,
                    "process.roles",
                    "broker,controller",
                    "What the node does; every broker can be the controller."),
            key(INT, "node.id", null, "The node's number in its cluster."),
            key(STRING, "listeners", null, "Where the broker listens for Kafka clients."),
            key(STRING, "advertised.listeners", null, "Where the broker tells Kafka clients to find it."),
            key(STRING, "log.dirs", null, "Where the broker keeps its data."),
            key(STRING, "broker.rack", null, "Where the broker stands."),
            key(INT, "num.partitions", "1", "How many partitions a topic gets whose creator does not say."),
            key(INT, "default.replication.factor", "1", "How many replicas a topic gets whose creator does not say."),
            key(BOOLEAN, "auto.create.topics.enable", "true", "Whether a topic that a client names is created."),
            key(BOOLEAN, "delete.topic.enable", "true", "Whether topics can be deleted."),
            key(INT, "offsets.topic.num.partitions", "50", "How many partitions the topic of committed offsets has."),
            key(INT, "offsets.topic.replication.factor", "3", "How many replicas the topic of committed offsets has."),
            key(INT, "offsets.topic.segment.bytes", "104857600", "The segment size of the topic of committed offsets."),
            key(INT, "offsets.retention.minutes", "10080", "How long offsets are kept that no member needs."),
            key(LONG, "offsets.retention.check.interval.ms", "600000", "How often expired offsets are looked for."),
            key(INT, "offset.metadata.max.bytes", "4096", "The longest text that a commit may carry."),
            key(
                    INT,
                    "group.initial.rebalance.delay.ms",
                    "3000",
                    "How long at most a new group waits for more members."),
            key(
                    INT,
                    "group.initial.rebalance.quiet.ms",
                    "1500",
                    "Ends that wait when nobody came for so long; 0 is off."),
            key(INT, "group.min.session.timeout.ms", "6000", "The shortest session timeout that a member may ask for."),
            key(
                    INT,
                    "group.max.session.timeout.ms",
                    "1800000",
                    "The longest session timeout that a member may ask for."),
            key(INT, "group.max.size", "2147483647", "How many members a group may have."),
            key(INT, "log.retention.minutes", null, "As log.retention.ms, in minutes."),
            key(INT, "log.retention.hours", "168", "As log.retention.ms, in hours."),
            key(INT, "log.roll.hours", "168", "As log.roll.ms, in hours."),
            key(INT, "log.roll.jitter.hours", "0", "As log.roll.jitter.ms, in hours."),
            key(
                    LONG,
                    "log.retention.check.interval.ms",
                    "300000",
                    "How often segments are looked for that may be deleted."),
            key(INT, "socket.request.max.bytes", "104857600", "The largest request that is read."),
            key(
                    LONG,
                    "queued.max.request.bytes",
                    "-1",
                    "The memory that requests being served may take; -1 is a share of all."),
            key(INT, "max.connections", "2147483647", "How many clients may be connected."),
            key(LONG, "connections.max.idle.ms", "600000", "How long a connection may be idle before it is closed."),
            key(INT, "fetch.max.bytes", "57671680", "The most that one fetch returns."),
            key(LONG, "replica.lag.time.max.ms", "30000", "How long a follower may lag before it leaves the ISR."),
            key(
                    INT,
                    "producer.id.expiration.ms",
                    "86400000",
                    "How long a producer id is remembered after its last batch."),
            key(
                    BOOLEAN,
                    "auto.leader.rebalance.enable",
                    "true",
                    "Whether preferred leaders get their partitions back."),
            key(LONG, "leader.imbalance.check.interval.seconds", "300", "How often leadership is balanced."),
            key(INT, "leader.imbalance.per.broker.percentage", "10", "The imbalance of a broker that is left alone."),
            throttle("leader.replication.throttled.rate", "What leaders send to throttled replicas, bytes a second."),
            throttle("follower.replication.throttled.rate", "What throttled replicas fetch, bytes a second."),
            throttle(
                    "replica.alter.log.dirs.io.max.bytes.per.second",
                    "What moves between data directories, bytes a second."));

    private BrokerConfigTable() {}

    /** Tools set these around a reassignment, and delete them after it; they have no effect here. */
    private static ConfigKey throttle(String name, String documentation) {
        return new ConfigKey(name, LONG, Long.toString(Long.MAX_VALUE), ConfigRule.atLeast(0), true, documentation);
    }

    private static ConfigKey key(ConfigType type, String name, @Nullable String defaultValue, String documentation) {
        ConfigRule rule = type == INT || type == LONG ? ConfigRule.atLeast(LOWEST.getOrDefault(name, 1)) : ANYTHING;
        return new ConfigKey(name, type, defaultValue, rule, false, documentation);
    }
}
