package dev.troupe.actors.consumer;

import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.record.ClientRecord;

/** A record and where it comes from. */
public record ConsumedRecord(TopicPartition partition, ClientRecord record) {

    /** Where it stands in its partition. */
    public long offset() {
        return record.offset();
    }

    /** The key as text, empty where it has none. */
    public String keyText() {
        return record.key() == null ? "" : record.key().utf8String();
    }

    /** The value as text, empty where it has none. */
    public String valueText() {
        return record.value() == null ? "" : record.value().utf8String();
    }
}
