package dev.troupe.actors.partition;

import dev.troupe.actors.partition.PartitionCommand.AppendListener;
import dev.troupe.persistence.log.AppendResult.Appended;
import dev.troupe.persistence.log.AppendResult.Refused;
import dev.troupe.protocol.ErrorCode;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;

/** Appends with acks=all that wait until the in-sync replicas have them (L4), in the order of the log. */
final class ParkedAppends {
    private final ArrayDeque<Parked> waiting = new ArrayDeque<>();

    private record Parked(Appended result, long deadlineNanos, AppendListener listener) {}

    void add(Appended result, long deadlineNanos, AppendListener listener) {
        waiting.add(new Parked(result, deadlineNanos, listener));
    }

    /** Answers what the high watermark has passed: with the result, or with this error unless it is none. */
    void release(long highWatermark, ErrorCode error) {
        for (Parked first = waiting.peek();
                first != null && first.result().lastOffset() < highWatermark;
                first = waiting.peek()) {
            waiting.remove();
            first.listener().appended(error == ErrorCode.NONE ? first.result() : refused(error, first));
        }
    }

    /** Refuses what has waited too long. */
    void expire(long nowNanos) {
        for (Iterator<Parked> all = waiting.iterator(); all.hasNext(); ) {
            Parked parked = all.next();
            if (parked.deadlineNanos() - nowNanos <= 0) {
                all.remove();
                parked.listener().appended(refused(ErrorCode.REQUEST_TIMED_OUT, parked));
            }
        }
    }

    /** Refuses all: whether they will be kept is not known. */
    void refuseAll(ErrorCode error) {
        for (Parked parked = waiting.poll(); parked != null; parked = waiting.poll()) {
            parked.listener().appended(refused(error, parked));
        }
    }

    /** When the first of them has waited too long. */
    OptionalLong nextDeadlineNanos() {
        return waiting.stream().mapToLong(Parked::deadlineNanos).reduce((a, b) -> a - b <= 0 ? a : b);
    }

    private static Refused refused(ErrorCode error, Parked parked) {
        return new Refused(
                error,
                "the records from offset " + parked.result().baseOffset()
                        + " are in the leader's log, but not known to be in those of enough replicas",
                List.of());
    }
}
