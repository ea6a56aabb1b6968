package dev.troupe.persistence.log;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.record.BatchVerdict;
import java.util.List;

/** What became of an append: nothing is appended unless it is {@link Appended}. */
public sealed interface AppendResult {

    /**
     * It is in the log (or was already: a duplicate of an idempotent producer's batch, L13).
     *
     * @param baseOffset offset of the first record
     * @param lastOffset offset of the last record
     * @param logAppendTimeMs the broker's time where the topic stamps records, else -1
     * @param logStartOffset of the partition
     * @param duplicate whether it was there before
     */
    record Appended(long baseOffset, long lastOffset, long logAppendTimeMs, long logStartOffset, boolean duplicate)
            implements AppendResult {}

    /**
     * It was refused (L2).
     *
     * @param error why, for the client
     * @param message why, in words
     * @param recordErrors which records of the batch are bad, where that is known (KIP-467)
     */
    record Refused(ErrorCode error, String message, List<RecordError> recordErrors) implements AppendResult {

        /** A refusal of the whole batch. */
        static Refused of(ErrorCode error, String message) {
            return new Refused(error, message, List.of());
        }

        /** A refusal for what the checks found. */
        static Refused of(BatchVerdict.Rejected rejected) {
            return new Refused(
                    rejected.error(),
                    rejected.message(),
                    rejected.records().stream()
                            .map(bad -> new RecordError(bad.index(), bad.message()))
                            .toList());
        }
    }

    /** One bad record: its index in the batch, from 0. */
    record RecordError(int index, String message) {}
}
