package dev.troupe.protocol.record;

import org.jspecify.annotations.Nullable;

/**
 * What a topic demands of a batch (BEHAVIOUR L2).
 *
 * @param maxBytes {@code max.message.bytes}: the largest batch, header and all
 * @param keysRequired whether the topic is compacted
 * @param logAppendTime whether records get the broker's time instead of their producer's
 * @param maxBehindMs {@code message.timestamp.before.max.ms}
 * @param maxAheadMs {@code message.timestamp.after.max.ms}
 * @param codec what records are compressed with, null to keep what the producer chose
 */
public record BatchRules(
        int maxBytes,
        boolean keysRequired,
        boolean logAppendTime,
        long maxBehindMs,
        long maxAheadMs,
        @Nullable Codec codec) {}
