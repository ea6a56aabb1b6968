package dev.troupe.protocol.record;

import dev.troupe.protocol.ErrorCode;
import java.util.List;

/** What {@link BatchCheck} says of a record set. */
public sealed interface BatchVerdict {

    /**
     * It may be appended.
     *
     * @param batch where it lay, or a new one where the topic demands another compression
     * @param appendTimeMs the time its records were stamped with, -1 where they keep their producer's
     */
    record Accepted(RecordBatch batch, long appendTimeMs) implements BatchVerdict {}

    /**
     * It is refused.
     *
     * @param error why, for the client
     * @param message why, in words
     * @param records which records are bad, where that is known (KIP-467)
     */
    record Rejected(ErrorCode error, String message, List<BadRecord> records) implements BatchVerdict {}

    /** One bad record: its index in the batch, from 0. */
    record BadRecord(int index, String message) {}
}
