package dev.troupe.actors.partition;

import dev.troupe.actors.partition.ReplicaMessage.FetchRefused;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaFetch;
import dev.troupe.actors.partition.ReplicaMessage.ReplicaRecords;
import dev.troupe.persistence.log.LogSlice;
import dev.troupe.persistence.log.LogView;
import dev.troupe.persistence.log.OffsetOutOfRange;
import dev.troupe.protocol.ErrorCode;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Followers' fetches that wait at the log end for news, one a follower at most. */
final class ParkedFetches {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final Map<Integer, ReplicaFetch> waiting = new HashMap<>();
    private final Map<Integer, Long> toldHighWatermark = new HashMap<>();

    /**
     * Answers the fetch, or keeps it until there is news. A high watermark alone is news to a follower that asks a second time
     * from the same offset, as one does that heard nothing for a while: else each append would cost two messages each way.
     */
    void serveOrPark(ReplicaFetch fetch, boolean again, LogView log) throws IOException {
        Long told = toldHighWatermark.get(fetch.replica());
        boolean lateWatermark = again && (told == null || told < log.highWatermark());
        if (fetch.fetchOffset() < log.logEndOffset() || lateWatermark) {
            answer(fetch, log);
        } else {
            waiting.put(fetch.replica(), fetch);
        }
    }

    /** Answers those for which the log has grown. */
    void serve(LogView log) throws IOException {
        if (waiting.isEmpty()) {
            return;
        }
        for (ReplicaFetch fetch : Map.copyOf(waiting).values()) {
            if (fetch.fetchOffset() < log.logEndOffset()) {
                answer(fetch, log);
            }
        }
    }

    void refuseAll(ErrorCode error) {
        waiting.values().forEach(fetch -> fetch.replyTo().tell(new FetchRefused(fetch.fetch(), error, -1)));
        waiting.clear();
    }

    private void answer(ReplicaFetch fetch, LogView log) throws IOException {
        waiting.remove(fetch.replica());
        try {
            Optional<LogSlice> slice = log.read(fetch.fetchOffset(), log.logEndOffset(), fetch.maxBytes(), true);
            ByteBuffer records = slice.isPresent() ? read(slice.get()) : NOTHING;
            toldHighWatermark.put(fetch.replica(), log.highWatermark());
            fetch.replyTo().tell(new ReplicaRecords(fetch.fetch(), records, log.highWatermark(), log.logStartOffset()));
        } catch (OffsetOutOfRange e) {
            long restartAt = fetch.fetchOffset() < log.logStartOffset() ? log.logStartOffset() : log.logEndOffset();
            fetch.replyTo().tell(new FetchRefused(fetch.fetch(), ErrorCode.OFFSET_OUT_OF_RANGE, restartAt));
        }
    }

    private static ByteBuffer read(LogSlice slice) throws IOException {
        ByteBuffer records = ByteBuffer.allocate(slice.size());
        while (records.hasRemaining()) {
            if (slice.channel().read(records, slice.position() + records.position()) < 0) {
                throw new EOFException("segment file ends before byte " + (slice.position() + slice.size()));
            }
        }
        return records.flip();
    }
}
