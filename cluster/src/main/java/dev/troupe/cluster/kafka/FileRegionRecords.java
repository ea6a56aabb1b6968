package dev.troupe.cluster.kafka;

import dev.troupe.persistence.log.LogSlice;
import org.apache.kafka.common.record.internal.BaseRecords;
import org.apache.kafka.common.record.internal.RecordsSend;

/**
 * Batches that lie in a segment's file and go out from there by {@code sendfile}, never through the heap.
 *
 * @param slice where they lie
 */
public record FileRegionRecords(LogSlice slice) implements BaseRecords {

    @Override
    public int sizeInBytes() {
        return slice.size();
    }

    /** Not used: it belongs to Kafka's own network layer; {@link ResponseEncoder} sends the region. */
    @Override
    public RecordsSend<? extends BaseRecords> toSend() {
        throw new UnsupportedOperationException("sent by the listener");
    }
}
