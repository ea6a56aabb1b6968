package dev.troupe.actors.client;

import dev.troupe.actors.client.ProducerCommand.Send;
import dev.troupe.actors.client.SendResult.NotSent;
import dev.troupe.actors.client.SendResult.Sent;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.ClientBatches;
import dev.troupe.protocol.record.ClientRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be written to one partition. One batch is under way at a time and keeps its place until it is written or given
 * up, so that the order of records stays; what comes meanwhile is the next batch.
 */
final class Outbox {
    /** The largest record: requests travel in frames of usual size (256 KiB). */
    static final int RECORD_BYTES = 160 * 1024;

    /** A record larger than this goes alone. */
    private static final int BATCH_BYTES = 128 * 1024;

    private final TopicPartition partition;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private List<Waiting> underWay = List.of();
    private boolean asked;

    /** A record and when it is given up, in nanoseconds of monotonic time. */
    record Waiting(Send send, long timestampMs, long deadlineNanos) {
        int size() {
            return size(send.record().key())
                    + size(send.record().value())
                    + send.record().headers().stream()
                            .mapToInt(header -> header.name().length() + size(header.value()))
                            .sum();
        }

        private static int size(@Nullable ByteString bytes) {
            return bytes == null ? 0 : bytes.size();
        }

        void giveUp(ErrorCode error, String message) {
            send.replyTo().tell(new NotSent(error, message));
        }
    }

    Outbox(TopicPartition partition) {
        this.partition = partition;
    }

    TopicPartition partition() {
        return partition;
    }

    void add(Waiting record) {
        waiting.add(record);
    }

    /** Whether there is something to send now. */
    boolean isDue() {
        return !asked && (!underWay.isEmpty() || !waiting.isEmpty());
    }

    /** The batch to send: the one that failed before, else the next. */
    ByteString next() {
        asked = true;
        if (underWay.isEmpty()) {
            List<Waiting> batch = new ArrayList<>();
            int bytes = 0;
            while (!waiting.isEmpty()
                    && (batch.isEmpty() || bytes + waiting.element().size() <= BATCH_BYTES)) {
                bytes += waiting.element().size();
                batch.add(waiting.remove());
            }
            underWay = batch;
        }
        return ClientBatches.build(underWay.stream()
                .map(each -> new ClientRecord(
                        0,
                        each.timestampMs(),
                        each.send().record().key(),
                        each.send().record().value(),
                        each.send().record().headers()))
                .toList());
    }

    /** The batch is written; the number of its records. */
    int written(long baseOffset) {
        long offset = baseOffset;
        for (Waiting each : underWay) {
            each.send().replyTo().tell(new Sent(partition, offset++));
        }
        return settled();
    }

    /** The batch is refused for good; the number of its records. */
    int refused(ErrorCode error, String message) {
        underWay.forEach(each -> each.giveUp(error, message));
        return settled();
    }

    /** The batch may be sent again, but for what has waited too long: the number of those records. */
    int failed(long nowNanos) {
        asked = false;
        List<Waiting> kept = new ArrayList<>(underWay);
        kept.removeIf(each -> expired(each, nowNanos));
        int expired = underWay.size() - kept.size();
        underWay = kept;
        return expired;
    }

    private int settled() {
        int count = underWay.size();
        underWay = List.of();
        asked = false;
        return count;
    }

    /** Gives a record up whose time is over. */
    static boolean expired(Waiting each, long nowNanos) {
        boolean over = each.deadlineNanos() - nowNanos <= 0;
        if (over) {
            each.giveUp(ErrorCode.REQUEST_TIMED_OUT, "no broker has taken it in time");
        }
        return over;
    }
}
