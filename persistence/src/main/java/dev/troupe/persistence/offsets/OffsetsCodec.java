package dev.troupe.persistence.offsets;

import dev.troupe.persistence.offsets.OffsetsRecord.GroupMetadata;
import dev.troupe.persistence.offsets.OffsetsRecord.GroupTombstone;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetCommit;
import dev.troupe.persistence.offsets.OffsetsRecord.OffsetTombstone;
import dev.troupe.persistence.offsets.RecordKey.GroupKey;
import dev.troupe.persistence.offsets.RecordKey.OffsetKey;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.KeyValue;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Kafka's format of {@code __consumer_offsets}: keys and values begin with a version of two bytes. */
final class OffsetsCodec {
    private OffsetsCodec() {}

    static KeyValue encode(OffsetsRecord record) {
        return switch (record) {
            case OffsetCommit(String group, TopicPartition tp, CommittedOffset offset) ->
                new KeyValue(new OffsetKey(group, tp).bytes(), OffsetValueFormat.write(offset));
            case OffsetTombstone(String group, TopicPartition tp) ->
                new KeyValue(new OffsetKey(group, tp).bytes(), null);
            case GroupMetadata(String group, StoredGroup metadata) ->
                new KeyValue(new GroupKey(group).bytes(), GroupValueFormat.write(metadata));
            case GroupTombstone(String group) -> new KeyValue(new GroupKey(group).bytes(), null);
        };
    }

    /**
     * Reads one record.
     *
     * @return empty for kinds of record that are not kept here
     * @throws IllegalArgumentException if the value is not in any known format
     */
    static Optional<OffsetsRecord> decode(KeyValue kv) {
        return RecordKey.read(kv.key()).map(key -> decode(key, kv.value()));
    }

    private static OffsetsRecord decode(RecordKey key, @Nullable ByteBuffer value) {
        try {
            return switch (key) {
                case OffsetKey(String group, TopicPartition tp) ->
                    value == null
                            ? new OffsetTombstone(group, tp)
                            : new OffsetCommit(group, tp, OffsetValueFormat.read(value));
                case GroupKey(String group) ->
                    value == null ? new GroupTombstone(group) : new GroupMetadata(group, GroupValueFormat.read(value));
            };
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("the value of " + key + " is cut short", e);
        }
    }
}
