package dev.troupe.persistence.offsets;

import dev.troupe.persistence.log.AppendResult;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.record.KeyValue;
import dev.troupe.protocol.record.KeyValueBatches;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One loaded partition: its live records, and a queue of writes. One append is under way at a time; what other groups write
 * meanwhile goes into the next batch together, so a batch costs one round trip for all of them. Any thread calls; the lock is
 * held for queue and map work only.
 */
final class OffsetsPartition {
    /** Well below the smallest {@code max.message.bytes} anybody sets on this topic; a larger write goes alone. */
    private static final int MAX_BATCH_BYTES = 512 << 10;

    private final int partition;
    private final int leaderEpoch;
    private final OffsetsLog log;
    private final InstantSource clock;
    private final LiveGroups live;
    private final Deque<Write> queue = new ArrayDeque<>();
    private boolean appending;

    OffsetsPartition(int partition, int leaderEpoch, OffsetsLog log, InstantSource clock, LiveGroups live) {
        this.partition = partition;
        this.leaderEpoch = leaderEpoch;
        this.log = log;
        this.clock = clock;
        this.live = live;
    }

    int leaderEpoch() {
        return leaderEpoch;
    }

    synchronized Set<String> groups() {
        return live.ids();
    }

    synchronized List<OffsetsRecord> recordsOf(String group) {
        return live.recordsOf(group);
    }

    synchronized Set<String> groupsWithOffsetsOf(Set<String> topics) {
        return live.withOffsetsOf(topics);
    }

    /** Completes once the records are replicated as acks=all; fails where they are not, or where nobody knows. */
    CompletableFuture<@Nullable Void> write(List<OffsetsRecord> records) {
        Write write =
                new Write(records, records.stream().map(OffsetsCodec::encode).toList(), new CompletableFuture<>());
        synchronized (this) {
            queue.add(write);
        }
        appendNext();
        return write.done();
    }

    /** Completes when every write that was asked for before has its outcome. */
    CompletableFuture<@Nullable Void> settled() {
        return write(List.of());
    }

    private void appendNext() {
        List<Write> batch = nextBatch();
        if (batch.isEmpty()) {
            return;
        }
        List<KeyValue> records =
                batch.stream().flatMap(w -> w.encoded().stream()).toList();
        if (records.isEmpty()) {
            finish(batch, null);
            return;
        }
        log.append(partition, KeyValueBatches.build(clock.millis(), records), result -> appended(batch, result));
    }

    private synchronized List<Write> nextBatch() {
        List<Write> batch = new ArrayList<>();
        if (appending) {
            return batch;
        }
        int bytes = 0;
        while (!queue.isEmpty() && (batch.isEmpty() || bytes + queue.peek().bytes() <= MAX_BATCH_BYTES)) {
            Write next = queue.remove();
            bytes += next.bytes();
            batch.add(next);
        }
        appending = !batch.isEmpty();
        return batch;
    }

    private void appended(List<Write> batch, AppendResult result) {
        switch (result) {
            case AppendResult.Appended done -> {
                apply(batch);
                finish(batch, null);
            }
            case AppendResult.Refused refused -> {
                if (isInTheLog(refused.error())) {
                    apply(batch);
                }
                finish(batch, new OffsetsWriteException(refused.error(), refused.message()));
            }
        }
    }

    /** Not replicated in time, but in the leader's log, whence the next replay must have it. */
    private static boolean isInTheLog(ErrorCode error) {
        return error == ErrorCode.REQUEST_TIMED_OUT || error == ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND;
    }

    private synchronized void apply(List<Write> batch) {
        batch.forEach(write -> write.records().forEach(live::apply));
    }

    private void finish(List<Write> batch, @Nullable OffsetsWriteException failure) {
        synchronized (this) {
            appending = false;
        }
        appendNext();
        for (Write write : batch) {
            if (failure == null) {
                write.done().complete(null);
            } else {
                write.done().completeExceptionally(failure);
            }
        }
    }

    private record Write(List<OffsetsRecord> records, List<KeyValue> encoded, CompletableFuture<@Nullable Void> done) {
        int bytes() {
            return encoded.stream().mapToInt(KeyValueBatches::sizeOf).sum();
        }
    }
}
