package dev.troupe.persistence.log;

import dev.troupe.protocol.record.BatchRules;
import dev.troupe.protocol.record.Codec;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a log needs to know of its topic's configs.
 *
 * @param segments when a segment is full
 * @param batches what a batch must be like
 * @param retention what is deleted
 * @param compaction what is compacted
 * @param flush when appended records are forced to disk
 */
public record LogConfig(
        Segments segments, BatchRules batches, Retention retention, Compaction compaction, Flush flush) {

    /** Kafka's defaults. */
    public static final LogConfig DEFAULTS = from(Map.of());

    /**
     * Limits of one segment.
     *
     * @param bytes {@code segment.bytes}
     * @param ageMs {@code segment.ms}
     * @param jitterMs {@code segment.jitter.ms}: at most so much is taken off the age, so that not all roll at once
     * @param indexBytes {@code segment.index.bytes}
     * @param indexIntervalBytes {@code index.interval.bytes}
     */
    public record Segments(int bytes, long ageMs, long jitterMs, int indexBytes, int indexIntervalBytes) {}

    /**
     * What is deleted, by whole segments (BEHAVIOUR L9).
     *
     * @param delete whether {@code cleanup.policy} has {@code delete}
     * @param bytes {@code retention.bytes}, -1 is no limit
     * @param ms {@code retention.ms}, -1 is no limit
     * @param fileDeleteDelayMs {@code file.delete.delay.ms}: readers of a deleted segment have so long to finish
     */
    public record Retention(boolean delete, long bytes, long ms, long fileDeleteDelayMs) {}

    /**
     * What is compacted (BEHAVIOUR L10).
     *
     * @param compact whether {@code cleanup.policy} has {@code compact}
     * @param minDirtyRatio {@code min.cleanable.dirty.ratio}
     * @param minLagMs {@code min.compaction.lag.ms}
     * @param maxLagMs {@code max.compaction.lag.ms}
     * @param deleteRetentionMs {@code delete.retention.ms}: how long a tombstone stays
     */
    public record Compaction(
            boolean compact, double minDirtyRatio, long minLagMs, long maxLagMs, long deleteRetentionMs) {}

    /**
     * When appended records are forced to disk; by default that is left to replication and the operating system.
     *
     * @param messages {@code flush.messages}
     * @param ms {@code flush.ms}
     */
    public record Flush(long messages, long ms) {}

    /**
     * Reads a topic's effective configs; a key that is not there has Kafka's default.
     *
     * @throws IllegalArgumentException if a value is not of its type
     */
    public static LogConfig from(Map<String, String> effective) {
        Reader reader = new Reader(effective);
        String policy = reader.text("cleanup.policy", "delete");
        return new LogConfig(
                new Segments(
                        reader.integer("segment.bytes", 1 << 30),
                        reader.number("segment.ms", 604_800_000L),
                        reader.number("segment.jitter.ms", 0),
                        reader.integer("segment.index.bytes", 10 << 20),
                        reader.integer("index.interval.bytes", 4096)),
                new BatchRules(
                        reader.integer("max.message.bytes", 1_048_588),
                        policy.contains("compact"),
                        reader.text("message.timestamp.type", "CreateTime").equals("LogAppendTime"),
                        reader.number("message.timestamp.before.max.ms", Long.MAX_VALUE),
                        reader.number("message.timestamp.after.max.ms", 3_600_000L),
                        reader.codec()),
                new Retention(
                        policy.contains("delete"),
                        reader.number("retention.bytes", -1),
                        reader.number("retention.ms", 604_800_000L),
                        reader.number("file.delete.delay.ms", 60_000L)),
                new Compaction(
                        policy.contains("compact"),
                        Double.parseDouble(reader.text("min.cleanable.dirty.ratio", "0.5")),
                        reader.number("min.compaction.lag.ms", 0),
                        reader.number("max.compaction.lag.ms", Long.MAX_VALUE),
                        reader.number("delete.retention.ms", 86_400_000L)),
                new Flush(reader.number("flush.messages", Long.MAX_VALUE), reader.number("flush.ms", Long.MAX_VALUE)));
    }

    private record Reader(Map<String, String> configs) {
        String text(String key, String ifMissing) {
            return configs.getOrDefault(key, ifMissing);
        }

        long number(String key, long ifMissing) {
            return Long.parseLong(text(key, Long.toString(ifMissing)).trim());
        }

        int integer(String key, int ifMissing) {
            return Integer.parseInt(text(key, Integer.toString(ifMissing)).trim());
        }

        @Nullable
        Codec codec() {
            String type = text("compression.type", "producer");
            return switch (type) {
                case "producer" -> null;
                case "uncompressed" -> Codec.NONE;
                case "gzip" -> new Codec(Codec.Type.GZIP, integer("compression.gzip.level", -1));
                case "lz4" -> new Codec(Codec.Type.LZ4, integer("compression.lz4.level", 9));
                case "zstd" -> new Codec(Codec.Type.ZSTD, integer("compression.zstd.level", 3));
                default -> new Codec(Codec.Type.valueOf(type.toUpperCase(Locale.ROOT)), 0);
            };
        }
    }
}
