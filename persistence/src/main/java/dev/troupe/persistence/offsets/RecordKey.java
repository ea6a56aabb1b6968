package dev.troupe.persistence.offsets;

import dev.troupe.protocol.TopicPartition;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The key of a record: its first two bytes tell its kind. 0 and 1 are offset commits (Kafka writes 1), 2 is group metadata. */
sealed interface RecordKey {
    short LEGACY_OFFSET = 0;
    short OFFSET = 1;
    short GROUP = 2;

    /** The key of an offset commit. */
    record OffsetKey(String group, TopicPartition partition) implements RecordKey {}

    /** The key of group metadata. */
    record GroupKey(String group) implements RecordKey {}

    /** The key's bytes. */
    default ByteBuffer bytes() {
        return switch (this) {
            case OffsetKey(String group, TopicPartition tp) ->
                new FormatWriter()
                        .int16(OFFSET)
                        .string(group)
                        .string(tp.topic())
                        .int32(tp.partition())
                        .toBuffer();
            case GroupKey(String group) ->
                new FormatWriter().int16(GROUP).string(group).toBuffer();
        };
    }

    /**
     * Reads a key.
     *
     * @return empty for the kinds of group that are not kept here, and for what is no key at all: it can hold nothing of any
     *     group, so it must not keep those beside it from being loaded
     */
    static Optional<RecordKey> read(ByteBuffer bytes) {
        FormatReader in = new FormatReader(bytes);
        try {
            return switch (in.int16()) {
                case LEGACY_OFFSET, OFFSET ->
                    Optional.of(new OffsetKey(in.string(), new TopicPartition(in.string(), in.int32())));
                case GROUP -> Optional.of(new GroupKey(in.string()));
                default -> Optional.empty();
            };
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            Logger log = LoggerFactory.getLogger(RecordKey.class);
            log.warn(
                    "Passing over a record of __consumer_offsets whose key of {} bytes is not readable", bytes.limit());
            return Optional.empty();
        }
    }
}
