package dev.troupe.protocol.record;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.record.BatchVerdict.Accepted;
import dev.troupe.protocol.record.BatchVerdict.BadRecord;
import dev.troupe.protocol.record.BatchVerdict.Rejected;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks what a client wants to append to one partition (BEHAVIOUR L2): exactly one batch of format v2, whole, with a right
 * checksum, of well-formed records that obey the topic's rules. What passes can be read by every consumer.
 *
 * <p>The order follows Kafka's: cheap looks at the header first, then the checksum, then a walk over the records.
 */
public final class BatchCheck {
    private static final int LARGEST_CODEC_ID = 4;
    private static final long NO_TIMESTAMP = -1;

    private BatchCheck() {}

    /**
     * Checks a record set. Where the topic stamps records, or a batch misstates its largest timestamp, the header is corrected
     * in place.
     *
     * @param records the record set as received, position to limit
     */
    public static BatchVerdict check(ByteBuffer records, BatchRules rules, long nowMs) {
        RecordBatch batch = new RecordBatch(records, records.position());
        Rejected rejected = frame(batch, records.remaining(), rules);
        if (rejected == null) {
            rejected = header(batch);
        }
        return rejected != null ? rejected : content(batch, rules, nowMs);
    }

    private static @Nullable Rejected frame(RecordBatch batch, int available, BatchRules rules) {
        if (available < RecordBatch.MAGIC_END) {
            return rejected(ErrorCode.INVALID_RECORD, "there is no record batch");
        }
        if (batch.magic() == 0 || batch.magic() == 1) {
            return rejected(ErrorCode.INVALID_RECORD, "the batch has the old message format " + batch.magic());
        }
        if (batch.magic() != RecordBatch.MAGIC) {
            return rejected(ErrorCode.CORRUPT_MESSAGE, "the batch has an unknown message format " + batch.magic());
        }
        int size = batch.sizeInBytes();
        if (size < RecordBatch.HEADER_BYTES) {
            return rejected(ErrorCode.CORRUPT_MESSAGE, "the batch says that it has " + size + " bytes");
        }
        if (size > available) {
            return rejected(ErrorCode.INVALID_RECORD, "the batch is cut short");
        }
        if (size < available) {
            return rejected(ErrorCode.INVALID_RECORD, "there is more than one record batch");
        }
        return size > rules.maxBytes()
                ? rejected(
                        ErrorCode.MESSAGE_TOO_LARGE,
                        "the batch has " + size + " bytes, and max.message.bytes is " + rules.maxBytes())
                : null;
    }

    private static @Nullable Rejected header(RecordBatch batch) {
        if (!batch.hasRightChecksum()) {
            return rejected(ErrorCode.CORRUPT_MESSAGE, "the batch's checksum is wrong");
        }
        if (batch.count() <= 0 || batch.lastOffsetDelta() != batch.count() - 1) {
            return rejected(
                    ErrorCode.INVALID_RECORD,
                    "the batch says that it has " + batch.count() + " records, and offsets for "
                            + (batch.lastOffsetDelta() + 1L));
        }
        if (batch.isControl()) {
            return rejected(ErrorCode.INVALID_RECORD, "clients may not write control records");
        }
        if (batch.codecId() > LARGEST_CODEC_ID) {
            return rejected(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE, "unknown compression " + batch.codecId());
        }
        if (batch.hasProducerId() && (batch.baseSequence() < 0 || batch.producerEpoch() < 0)) {
            return rejected(
                    ErrorCode.INVALID_RECORD,
                    "producer " + batch.producerId() + " has epoch " + batch.producerEpoch() + " and sequence "
                            + batch.baseSequence());
        }
        if (batch.isTransactional() && !batch.hasProducerId()) {
            return rejected(ErrorCode.INVALID_RECORD, "a transactional batch without producer id");
        }
        return null;
    }

    private static BatchVerdict content(RecordBatch batch, BatchRules rules, long nowMs) {
        Findings findings = new Findings(rules, batch.isLogAppendTime(), nowMs);
        try (RecordCursor cursor = RecordCursor.over(batch)) {
            while (cursor.next()) {
                if (cursor.offsetDelta() != cursor.index()) {
                    return rejected(ErrorCode.INVALID_RECORD, "offsets within the batch do not count up from 0");
                }
                findings.look(cursor);
            }
            if (!cursor.atEnd()) {
                return rejected(ErrorCode.INVALID_RECORD, "there is something after the last record");
            }
        } catch (BadRecords bad) {
            return rejected(ErrorCode.INVALID_RECORD, String.valueOf(bad.getMessage()));
        }
        Rejected rejected = findings.verdict();
        return rejected != null ? rejected : accept(batch, rules, findings.maxTimestamp, nowMs);
    }

    private static BatchVerdict accept(RecordBatch batch, BatchRules rules, long maxTimestamp, long nowMs) {
        Codec codec = rules.codec();
        RecordBatch stored = batch;
        if (codec != null && codec.type().id() != batch.codecId()) {
            stored = Recompression.recompress(batch, codec);
            if (stored.sizeInBytes() > rules.maxBytes()) {
                return rejected(
                        ErrorCode.MESSAGE_TOO_LARGE,
                        "the batch has " + stored.sizeInBytes() + " bytes when compressed as the topic demands, and"
                                + " max.message.bytes is " + rules.maxBytes());
            }
        }
        if (rules.logAppendTime()) {
            stored.stampAppendTime(nowMs);
            return new Accepted(stored, nowMs);
        }
        if (stored.maxTimestamp() != maxTimestamp) {
            stored.setMaxTimestamp(maxTimestamp);
        }
        return new Accepted(stored, -1);
    }

    private static Rejected rejected(ErrorCode error, String message) {
        return new Rejected(error, message, List.of());
    }

    /** What a walk over the records finds. */
    private static final class Findings {
        private final BatchRules rules;
        private final boolean stampedByProducer;
        private final long earliest;
        private final long latest;
        private final List<BadRecord> withoutKey = new ArrayList<>(0);
        private final List<BadRecord> badTime = new ArrayList<>(0);
        private long maxTimestamp = NO_TIMESTAMP;

        Findings(BatchRules rules, boolean stampedByProducer, long nowMs) {
            this.rules = rules;
            this.stampedByProducer = stampedByProducer;
            this.earliest = rules.maxBehindMs() > nowMs ? Long.MIN_VALUE : nowMs - rules.maxBehindMs();
            this.latest = rules.maxAheadMs() > Long.MAX_VALUE - nowMs ? Long.MAX_VALUE : nowMs + rules.maxAheadMs();
        }

        void look(RecordCursor cursor) {
            long timestamp = cursor.timestampMs();
            maxTimestamp = Math.max(maxTimestamp, timestamp);
            if (rules.keysRequired() && !cursor.hasKey()) {
                withoutKey.add(new BadRecord(cursor.index(), "a compacted topic takes no record without key"));
            }
            if (!rules.logAppendTime()) {
                lookAtTime(cursor.index(), timestamp);
            }
        }

        private void lookAtTime(int index, long timestamp) {
            if (stampedByProducer) {
                badTime.add(new BadRecord(index, "only the broker may set the append time"));
            } else if (timestamp != NO_TIMESTAMP && (timestamp < earliest || timestamp > latest)) {
                badTime.add(new BadRecord(
                        index,
                        "timestamp " + timestamp + " is outside the range from " + earliest + " to " + latest
                                + " that the topic accepts now"));
            }
        }

        @Nullable
        Rejected verdict() {
            if (!withoutKey.isEmpty()) {
                return summary(ErrorCode.INVALID_RECORD, withoutKey);
            }
            return badTime.isEmpty() ? null : summary(ErrorCode.INVALID_TIMESTAMP, badTime);
        }

        private static Rejected summary(ErrorCode error, List<BadRecord> bad) {
            return new Rejected(
                    error,
                    bad.size() + " bad records, the first: " + bad.getFirst().message(),
                    bad);
        }
    }
}
