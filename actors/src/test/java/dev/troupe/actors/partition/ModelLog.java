package dev.troupe.actors.partition;

import dev.troupe.persistence.log.EpochEnd;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A log in memory, of one record a batch: all that replication needs to know of one. */
final class ModelLog {
    private final List<Entry> entries = new ArrayList<>();
    private long highWatermark;

    /** A record and the leader epoch it was written in. */
    record Entry(int epoch, int value) {}

    long end() {
        return entries.size();
    }

    int lastEpoch() {
        return entries.isEmpty() ? -1 : entries.getLast().epoch();
    }

    long highWatermark() {
        return highWatermark;
    }

    Entry at(long offset) {
        return entries.get(Math.toIntExact(offset));
    }

    void append(int epoch, int value) {
        entries.add(new Entry(epoch, value));
    }

    void raiseHighWatermark(long offset) {
        highWatermark = Math.max(highWatermark, Math.min(offset, end()));
    }

    /** What a crash leaves of the high watermark is the last checkpoint. */
    void forgetHighWatermark(long checkpoint) {
        highWatermark = Math.min(highWatermark, checkpoint);
    }

    void truncateTo(long offset) {
        while (end() > offset) {
            entries.removeLast();
        }
        highWatermark = Math.min(highWatermark, offset);
    }

    EpochEnd endOf(int epoch) {
        long end = 0;
        int found = -1;
        for (Entry entry : entries) {
            if (entry.epoch() <= epoch) {
                found = entry.epoch();
                end++;
            }
        }
        return found < 0 ? new EpochEnd(epoch, 0) : new EpochEnd(found, end);
    }

    ByteBuffer read(long from, int most) {
        long to = Math.min(end(), from + most);
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(to - from) * 2 * Integer.BYTES);
        for (long offset = from; offset < to; offset++) {
            bytes.putInt(at(offset).epoch()).putInt(at(offset).value());
        }
        return bytes.flip();
    }

    void appendReplicated(ByteBuffer bytes) {
        ByteBuffer records = bytes.duplicate();
        while (records.hasRemaining()) {
            append(records.getInt(), records.getInt());
        }
    }
}
