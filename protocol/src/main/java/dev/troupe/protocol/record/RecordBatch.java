package dev.troupe.protocol.record;

import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * A record batch of format v2 where it lies in a buffer: nothing is copied, setters write through. Base offset, length and
 * leader epoch lie outside the checksum, so a broker may assign them without reading the records.
 *
 * @param buffer holds the batch; big endian; its position and limit do not matter
 * @param start index of the batch's first byte
 */
public record RecordBatch(ByteBuffer buffer, int start) {

    /** Bytes of a batch's header. */
    public static final int HEADER_BYTES = 61;

    /** Bytes of the base offset and length fields, which the length does not count. */
    public static final int LENGTH_OVERHEAD = 12;

    /** The only format that is stored. */
    public static final byte MAGIC = 2;

    /** Where base offset, length, leader epoch and magic end: what older formats have at the same place. */
    static final int MAGIC_END = 17;

    private static final int LENGTH_AT = 8;
    private static final int LEADER_EPOCH_AT = 12;
    private static final int MAGIC_AT = 16;
    private static final int CRC_AT = 17;
    private static final int ATTRIBUTES_AT = 21;
    private static final int LAST_OFFSET_DELTA_AT = 23;
    private static final int BASE_TIMESTAMP_AT = 27;
    private static final int MAX_TIMESTAMP_AT = 35;
    private static final int PRODUCER_ID_AT = 43;
    private static final int PRODUCER_EPOCH_AT = 51;
    private static final int BASE_SEQUENCE_AT = 53;
    private static final int COUNT_AT = 57;

    private static final int CODEC_BITS = 0x07;
    private static final int LOG_APPEND_TIME_BIT = 0x08;
    private static final int TRANSACTIONAL_BIT = 0x10;
    private static final int CONTROL_BIT = 0x20;
    private static final int DELETE_HORIZON_BIT = 0x40;

    public long baseOffset() {
        return buffer.getLong(start);
    }

    /** Bytes of the whole batch; of no use before {@link #magic} was looked at. */
    public int sizeInBytes() {
        return LENGTH_OVERHEAD + buffer.getInt(start + LENGTH_AT);
    }

    public int leaderEpoch() {
        return buffer.getInt(start + LEADER_EPOCH_AT);
    }

    public byte magic() {
        return buffer.get(start + MAGIC_AT);
    }

    public int codecId() {
        return buffer.getShort(start + ATTRIBUTES_AT) & CODEC_BITS;
    }

    public boolean isCompressed() {
        return codecId() != 0;
    }

    /** Whether all records have the time at which a broker appended them: {@link #maxTimestamp}. */
    public boolean isLogAppendTime() {
        return (buffer.getShort(start + ATTRIBUTES_AT) & LOG_APPEND_TIME_BIT) != 0;
    }

    public boolean isTransactional() {
        return (buffer.getShort(start + ATTRIBUTES_AT) & TRANSACTIONAL_BIT) != 0;
    }

    public boolean isControl() {
        return (buffer.getShort(start + ATTRIBUTES_AT) & CONTROL_BIT) != 0;
    }

    /** When tombstones in it may go (KIP-534), ms; empty before the first compaction that met one. */
    public OptionalLong deleteHorizonMs() {
        return (buffer.getShort(start + ATTRIBUTES_AT) & DELETE_HORIZON_BIT) == 0
                ? OptionalLong.empty()
                : OptionalLong.of(baseTimestamp());
    }

    public int lastOffsetDelta() {
        return buffer.getInt(start + LAST_OFFSET_DELTA_AT);
    }

    public long lastOffset() {
        return baseOffset() + lastOffsetDelta();
    }

    /** The offset after the batch's last. */
    public long nextOffset() {
        return lastOffset() + 1;
    }

    public long baseTimestamp() {
        return buffer.getLong(start + BASE_TIMESTAMP_AT);
    }

    public long maxTimestamp() {
        return buffer.getLong(start + MAX_TIMESTAMP_AT);
    }

    /** The idempotent producer's id, -1 where there is none. */
    public long producerId() {
        return buffer.getLong(start + PRODUCER_ID_AT);
    }

    public boolean hasProducerId() {
        return producerId() >= 0;
    }

    public short producerEpoch() {
        return buffer.getShort(start + PRODUCER_EPOCH_AT);
    }

    public int baseSequence() {
        return buffer.getInt(start + BASE_SEQUENCE_AT);
    }

    /** Sequence number of the last record; after the largest int comes 0. */
    public int lastSequence() {
        return (int) ((baseSequence() + (long) lastOffsetDelta()) & Integer.MAX_VALUE);
    }

    /** How many records it says it has; fewer than its offsets after compaction. */
    public int count() {
        return buffer.getInt(start + COUNT_AT);
    }

    /** Whether the checksum (CRC-32C of everything from the attributes on) is right; the batch must lie in the buffer whole. */
    public boolean hasRightChecksum() {
        return buffer.getInt(start + CRC_AT) == checksum();
    }

    /** Gives the batch its place in a log. */
    public void assign(long baseOffset, int leaderEpoch) {
        buffer.putLong(start, baseOffset);
        buffer.putInt(start + LEADER_EPOCH_AT, leaderEpoch);
    }

    /** Gives all records the broker's time and redoes the checksum. */
    void stampAppendTime(long nowMs) {
        int attributes = buffer.getShort(start + ATTRIBUTES_AT) | LOG_APPEND_TIME_BIT;
        buffer.putShort(start + ATTRIBUTES_AT, (short) attributes);
        setMaxTimestamp(nowMs);
    }

    /** Corrects the largest timestamp and redoes the checksum. */
    void setMaxTimestamp(long timestampMs) {
        buffer.putLong(start + MAX_TIMESTAMP_AT, timestampMs);
        buffer.putInt(start + CRC_AT, checksum());
    }

    /** The bytes of the records, compressed as they are. */
    ByteBuffer records() {
        return buffer.slice(start + HEADER_BYTES, sizeInBytes() - HEADER_BYTES);
    }

    private int checksum() {
        CRC32C crc = new CRC32C();
        crc.update(buffer.slice(start + ATTRIBUTES_AT, sizeInBytes() - ATTRIBUTES_AT));
        return (int) crc.getValue();
    }
}
