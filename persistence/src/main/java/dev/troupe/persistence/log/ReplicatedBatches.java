package dev.troupe.persistence.log;

import dev.troupe.protocol.record.RecordBatch;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a follower looks at in batches from its leader: that they arrived whole and continue its log. */
final class ReplicatedBatches {
    private ReplicatedBatches() {}

    /**
     * What is wrong with them, null where nothing is.
     *
     * @param bytes batches, position to limit
     * @param endOffset no batch may start below
     */
    static @Nullable String flaw(ByteBuffer bytes, long endOffset) {
        long next = endOffset;
        int at = bytes.position();
        while (at < bytes.limit()) {
            RecordBatch batch = new RecordBatch(bytes, at);
            int left = bytes.limit() - at;
            if (left < RecordBatch.HEADER_BYTES
                    || batch.magic() != RecordBatch.MAGIC
                    || batch.sizeInBytes() < RecordBatch.HEADER_BYTES
                    || batch.sizeInBytes() > left) {
                return "what should be the batch of offset " + next + " is none, or is cut short";
            }
            if (batch.baseOffset() < next || batch.lastOffsetDelta() < 0) {
                return "a batch of offset " + batch.baseOffset() + " came where " + next + " is next";
            }
            if (!batch.hasRightChecksum()) {
                return "the batch of offset " + batch.baseOffset() + " has a wrong checksum";
            }
            next = batch.nextOffset();
            at += batch.sizeInBytes();
        }
        return null;
    }
}
