package dev.troupe.persistence.offsets;

import dev.troupe.protocol.TopicId;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The value of an offset commit. Version 0: offset, metadata, commit time. 1 adds the time it expires, and is written only for
 * such offsets. 2 is 0 again; 3 adds the leader epoch; 4 is the first flexible one and carries the topic id as tag 0.
 */
final class OffsetValueFormat {
    private static final short WITH_EXPIRY = 1;
    private static final short NEWEST = 4;
    private static final int TOPIC_ID_TAG = 0;
    private static final int TOPIC_ID_BYTES = 16;

    private OffsetValueFormat() {}

    static ByteBuffer write(CommittedOffset value) {
        return value.expireTimestampMs() >= 0 ? writeWithExpiry(value) : writeNewest(value);
    }

    private static ByteBuffer writeWithExpiry(CommittedOffset value) {
        return new FormatWriter()
                .int16(WITH_EXPIRY)
                .int64(value.offset())
                .string(value.metadata())
                .int64(value.commitTimestampMs())
                .int64(value.expireTimestampMs())
                .toBuffer();
    }

    private static ByteBuffer writeNewest(CommittedOffset value) {
        FormatWriter out = new FormatWriter()
                .int16(NEWEST)
                .int64(value.offset())
                .int32(value.leaderEpoch())
                .compactString(value.metadata())
                .int64(value.commitTimestampMs());
        if (value.topicId().equals(TopicId.ZERO)) {
            return out.varint(0).toBuffer();
        }
        UUID id = value.topicId().value();
        return out.varint(1)
                .varint(TOPIC_ID_TAG)
                .varint(TOPIC_ID_BYTES)
                .int64(id.getMostSignificantBits())
                .int64(id.getLeastSignificantBits())
                .toBuffer();
    }

    static CommittedOffset read(ByteBuffer value) {
        FormatReader in = new FormatReader(value);
        short version = in.int16();
        if (version < 0 || version > NEWEST) {
            throw new IllegalArgumentException("an offset commit of the unknown version " + version);
        }
        long offset = in.int64();
        int leaderEpoch = version >= 3 ? in.int32() : CommittedOffset.NONE;
        String metadata = version == NEWEST ? in.compactString() : in.string();
        long committed = in.int64();
        long expires = version == WITH_EXPIRY ? in.int64() : CommittedOffset.NONE;
        TopicId topicId = version == NEWEST ? topicId(in) : TopicId.ZERO;
        return new CommittedOffset(offset, leaderEpoch, metadata, committed, expires, topicId);
    }

    private static TopicId topicId(FormatReader in) {
        TopicId[] found = {TopicId.ZERO};
        in.taggedFields((tag, field) -> {
            if (tag == TOPIC_ID_TAG) {
                found[0] = new TopicId(new UUID(field.int64(), field.int64()));
            }
        });
        return found[0];
    }
}
