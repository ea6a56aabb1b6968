package dev.troupe.protocol.config;

import static dev.troupe.protocol.config.ConfigRule.atLeast;
import static dev.troupe.protocol.config.ConfigType.BOOLEAN;
import static dev.troupe.protocol.config.ConfigType.DOUBLE;
import static dev.troupe.protocol.config.ConfigType.INT;
import static dev.troupe.protocol.config.ConfigType.LIST;
import static dev.troupe.protocol.config.ConfigType.LONG;
import static dev.troupe.protocol.config.ConfigType.STRING;

import dev.troupe.protocol.config.TopicConfigs.Definition;
import dev.troupe.protocol.config.TopicConfigs.Synonym;
import java.util.Arrays;
import java.util.List;

/** Every topic config, with the defaults of Kafka 4.4, in alphabetical order. Configs of tiered storage are not here: there is none. */
final class TopicConfigTable {
    private static final String FOREVER = Long.toString(Long.MAX_VALUE);
    private static final ConfigRule ANYTHING = new ConfigRule.Anything();
    private static final long MINUTE_MS = 60_000L;
    private static final long HOUR_MS = 60 * MINUTE_MS;

    static final List<Definition> DEFINITIONS = List.of(
            define(
                    LIST,
                    "cleanup.policy",
                    "delete",
                    new ConfigRule.SomeOf(List.of("compact", "delete")),
                    "What happens to old segments: delete drops them by time and size, compact keeps the last value of each key.",
                    "log.cleanup.policy"),
            define(
                    INT,
                    "compression.gzip.level",
                    "-1",
                    new ConfigRule.Between(-1, 9),
                    "How hard gzip compresses, 1 to 9, where compression.type is gzip; -1 is its own default.",
                    "compression.gzip.level"),
            define(
                    INT,
                    "compression.lz4.level",
                    "9",
                    new ConfigRule.Between(1, 17),
                    "How hard lz4 compresses where compression.type is lz4.",
                    "compression.lz4.level"),
            define(
                    STRING,
                    "compression.type",
                    "producer",
                    new ConfigRule.OneOf(List.of("uncompressed", "zstd", "lz4", "snappy", "gzip", "producer")),
                    "How batches are compressed in the log; producer keeps what the producer chose.",
                    "compression.type"),
            define(
                    INT,
                    "compression.zstd.level",
                    "3",
                    new ConfigRule.Between(-131_072, 22),
                    "How hard zstd compresses where compression.type is zstd.",
                    "compression.zstd.level"),
            define(
                    LONG,
                    "delete.retention.ms",
                    "86400000",
                    atLeast(0),
                    "How long a tombstone stays in a compacted topic, ms.",
                    "log.cleaner.delete.retention.ms"),
            define(
                    LONG,
                    "file.delete.delay.ms",
                    "60000",
                    atLeast(0),
                    "How long the file of a removed segment stays on disk, ms.",
                    "log.segment.delete.delay.ms"),
            define(
                    LONG,
                    "flush.messages",
                    FOREVER,
                    atLeast(1),
                    "After how many records the log is forced to disk.",
                    "log.flush.interval.messages"),
            defineWithoutDefault(
                    "flush.ms",
                    FOREVER,
                    0,
                    "After how many ms the log is forced to disk.",
                    new Synonym("log.flush.interval.ms", 1)),
            define(
                    LIST,
                    "follower.replication.throttled.replicas",
                    "",
                    new ConfigRule.ThrottledReplicas(),
                    "Replicas, as partition:broker, whose fetching from the leader is throttled; * is all."),
            define(
                    INT,
                    "index.interval.bytes",
                    "4096",
                    atLeast(0),
                    "About how many bytes of records there are between two entries of a segment's index.",
                    "log.index.interval.bytes"),
            define(
                    LIST,
                    "leader.replication.throttled.replicas",
                    "",
                    new ConfigRule.ThrottledReplicas(),
                    "Replicas, as partition:broker, whose being fetched from is throttled; * is all."),
            define(
                    LONG,
                    "max.compaction.lag.ms",
                    FOREVER,
                    atLeast(1),
                    "How long at most a record of a compacted topic waits to be compacted, ms.",
                    "log.cleaner.max.compaction.lag.ms"),
            define(
                    INT,
                    "max.message.bytes",
                    "1048588",
                    atLeast(0),
                    "The largest record batch that is taken, bytes, as compressed.",
                    "message.max.bytes"),
            define(
                    LONG,
                    "message.timestamp.after.max.ms",
                    "3600000",
                    atLeast(0),
                    "How far ahead of the broker's clock a record's timestamp may be, ms.",
                    "log.message.timestamp.after.max.ms"),
            define(
                    LONG,
                    "message.timestamp.before.max.ms",
                    FOREVER,
                    atLeast(0),
                    "How far behind the broker's clock a record's timestamp may be, ms.",
                    "log.message.timestamp.before.max.ms"),
            define(
                    STRING,
                    "message.timestamp.type",
                    "CreateTime",
                    new ConfigRule.OneOf(List.of("CreateTime", "LogAppendTime")),
                    "Whether a record's timestamp is the producer's or the time of its append.",
                    "log.message.timestamp.type"),
            define(
                    DOUBLE,
                    "min.cleanable.dirty.ratio",
                    "0.5",
                    new ConfigRule.Between(0, 1),
                    "The share of the log that must be uncompacted before it is compacted again.",
                    "log.cleaner.min.cleanable.ratio"),
            define(
                    LONG,
                    "min.compaction.lag.ms",
                    "0",
                    atLeast(0),
                    "How long at least a record of a compacted topic is left alone, ms.",
                    "log.cleaner.min.compaction.lag.ms"),
            define(
                    INT,
                    "min.insync.replicas",
                    "1",
                    atLeast(1),
                    "How many replicas must be in sync for a write with acks=all to be taken.",
                    "min.insync.replicas"),
            define(
                    BOOLEAN,
                    "preallocate",
                    "false",
                    ANYTHING,
                    "Whether the file of a new segment is given its full size at once.",
                    "log.preallocate"),
            define(
                    LONG,
                    "retention.bytes",
                    "-1",
                    ANYTHING,
                    "How large a partition may grow before its oldest segments are deleted, bytes; -1 is no limit.",
                    "log.retention.bytes"),
            defineWithoutDefault(
                    "retention.ms",
                    "604800000",
                    -1,
                    "How old records may grow before their segments are deleted, ms; -1 is no limit.",
                    new Synonym("log.retention.ms", 1),
                    new Synonym("log.retention.minutes", MINUTE_MS),
                    new Synonym("log.retention.hours", HOUR_MS)),
            define(
                    INT,
                    "segment.bytes",
                    "1073741824",
                    atLeast(1_048_576),
                    "How large a segment's file grows before a new segment begins, bytes.",
                    "log.segment.bytes"),
            define(
                    INT,
                    "segment.index.bytes",
                    "10485760",
                    atLeast(4),
                    "How large the index of a segment may grow, bytes.",
                    "log.index.size.max.bytes"),
            defineWithoutDefault(
                    "segment.jitter.ms",
                    "0",
                    0,
                    "How many ms at most, chosen at random, are taken off segment.ms so that not all segments begin at once.",
                    new Synonym("log.roll.jitter.ms", 1),
                    new Synonym("log.roll.jitter.hours", HOUR_MS)),
            defineWithoutDefault(
                    "segment.ms",
                    "604800000",
                    1,
                    "How long a segment is written to before a new one begins, ms.",
                    new Synonym("log.roll.ms", 1),
                    new Synonym("log.roll.hours", HOUR_MS)),
            define(
                    BOOLEAN,
                    "unclean.leader.election.enable",
                    "false",
                    ANYTHING,
                    "Whether a replica that is not in sync may lead where none other can: records may be lost.",
                    "unclean.leader.election.enable"));

    private TopicConfigTable() {}

    private static Definition define(
            ConfigType type,
            String name,
            String defaultValue,
            ConfigRule rule,
            String documentation,
            String... brokerKeys) {
        List<Synonym> synonyms =
                Arrays.stream(brokerKeys).map(key -> new Synonym(key, 1)).toList();
        ConfigKey key = new ConfigKey(name, type, defaultValue, rule, true, documentation);
        return new Definition(key, defaultValue, synonyms, !synonyms.isEmpty());
    }

    /** A time whose broker config in ms has no default of its own: it stands under a synonym in another unit, or nowhere. */
    private static Definition defineWithoutDefault(
            String name, String defaultValue, int least, String documentation, Synonym... synonyms) {
        ConfigKey key = new ConfigKey(name, LONG, defaultValue, atLeast(least), true, documentation);
        return new Definition(key, defaultValue, List.of(synonyms), false);
    }
}
