package dev.troupe.persistence.offsets;

import dev.troupe.persistence.offsets.OffsetsRecord.GroupMetadata;
import dev.troupe.persistence.offsets.OffsetsRecord.GroupTombstone;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetCommit;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetTombstone;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.KeyValue;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's format of {@code __consumer_offsets}: keys and values begin with a version of two bytes. The version of a key tells
 * its kind: 0 and 1 are offset commits (Kafka writes 1), 2 is group metadata; other kinds belong to group types that are kept
 * by later versions and are passed over.
 */
final class OffsetsCodec {
    private static final short LEGACY_OFFSET_KEY = 0;
    private static final short OFFSET_KEY = 1;
    private static final short GROUP_KEY = 2;

    private OffsetsCodec() {}

    static KeyValue encode(OffsetsRecord record) {
        return switch (record) {
            case OffsetCommit(String group, TopicPartition tp, CommittedOffset offset) ->
                new KeyValue(offsetKey(group, tp), OffsetValueFormat.write(offset));
            case OffsetTombstone(String group, TopicPartition tp) -> new KeyValue(offsetKey(group, tp), null);
            case GroupMetadata(String group, StoredGroup metadata) ->
                new KeyValue(groupKey(group), GroupValueFormat.write(metadata));
            case GroupTombstone(String group) -> new KeyValue(groupKey(group), null);
        };
    }

    /**
     * Reads one record.
     *
     * @return empty for kinds of record that are not kept here
     * @throws IllegalArgumentException if the bytes are not in any known format
     */
    static Optional<OffsetsRecord> decode(KeyValue kv) {
        try {
            FormatReader key = new FormatReader(kv.key());
            return switch (key.int16()) {
                case LEGACY_OFFSET_KEY, OFFSET_KEY -> Optional.of(offsetRecord(key, kv.value()));
                case GROUP_KEY -> Optional.of(groupRecord(key, kv.value()));
                default -> Optional.empty();
            };
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("a record of __consumer_offsets is cut short", e);
        }
    }

    private static OffsetsRecord offsetRecord(FormatReader key, @Nullable ByteBuffer value) {
        String group = key.string();
        TopicPartition tp = new TopicPartition(key.string(), key.int32());
        return value == null
                ? new OffsetTombstone(group, tp)
                : new OffsetCommit(group, tp, OffsetValueFormat.read(value));
    }

    private static OffsetsRecord groupRecord(FormatReader key, @Nullable ByteBuffer value) {
        String group = key.string();
        return value == null ? new GroupTombstone(group) : new GroupMetadata(group, GroupValueFormat.read(value));
    }

    private static ByteBuffer offsetKey(String group, TopicPartition tp) {
        return new FormatWriter()
                .int16(OFFSET_KEY)
                .string(group)
                .string(tp.topic())
                .int32(tp.partition())
                .toBuffer();
    }

    private static ByteBuffer groupKey(String group) {
        return new FormatWriter().int16(GROUP_KEY).string(group).toBuffer();
    }
}
