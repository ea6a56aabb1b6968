package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The producer states of a log at one offset, in Kafka's file format: version, CRC-32C of what follows, number of entries,
 * entries of 46 bytes.
 *
 * <p>Each remembered batch of a producer has an entry, the newest last, so that any batch whose answer was lost is known again
 * after a restart. Kafka writes the newest alone, and takes the last entry of a producer where there are several: either reads
 * the other's files.
 */
final class ProducerSnapshot {
    private static final short VERSION = 1;
    private static final int HEADER_BYTES = 10;
    private static final int CRC_AT = 2;
    private static final int CONTENT_AT = 6;
    private static final int ENTRY_BYTES = 46;

    private ProducerSnapshot() {}

    static void write(Files files, Path file, Collection<ProducerState> states) throws IOException {
        int entries = states.stream().mapToInt(state -> state.batches().size()).sum();
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + entries * ENTRY_BYTES);
        bytes.putShort(VERSION).putInt(0).putInt(entries);
        for (ProducerState state : states) {
            List<ProducerState.Batch> older =
                    state.batches().subList(0, state.batches().size() - 1);
            older.forEach(batch -> putEntry(bytes, state, batch, batch.timestampMs()));
            putEntry(bytes, state, state.batches().getLast(), state.lastSeenMs());
        }
        bytes.flip().putInt(CRC_AT, checksum(bytes));
        files.put(file, bytes);
    }

    private static void putEntry(ByteBuffer bytes, ProducerState state, ProducerState.Batch batch, long timestampMs) {
        bytes.putLong(state.producerId())
                .putShort(state.epoch())
                .putInt(batch.lastSequence())
                .putLong(batch.lastOffset())
                .putInt(batch.offsetDelta())
                .putLong(timestampMs)
                .putInt(-1)
                .putLong(-1);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws CorruptLog if it is anything else
     */
    static List<ProducerState> read(Files files, Path file) throws IOException {
        ByteBuffer bytes = files.map(file);
        if (bytes.capacity() < HEADER_BYTES
                || bytes.getShort(0) != VERSION
                || bytes.getInt(CRC_AT) != checksum(bytes)
                || bytes.capacity() != HEADER_BYTES + (long) bytes.getInt(CONTENT_AT) * ENTRY_BYTES) {
            throw new CorruptLog(file, 0, "this is no producer snapshot");
        }
        Map<Long, ProducerState> states = new LinkedHashMap<>();
        for (int at = HEADER_BYTES; at < bytes.capacity(); at += ENTRY_BYTES) {
            long producerId = bytes.getLong(at);
            short epoch = bytes.getShort(at + 8);
            long timestampMs = bytes.getLong(at + 26);
            ProducerState.Batch batch = new ProducerState.Batch(
                    bytes.getInt(at + 10), bytes.getLong(at + 14), bytes.getInt(at + 22), timestampMs);
            ProducerState before = states.get(producerId);
            states.put(
                    producerId,
                    before == null
                            ? new ProducerState(producerId, epoch, List.of(batch), timestampMs)
                            : before.and(epoch, batch, timestampMs));
        }
        return List.copyOf(states.values());
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(CONTENT_AT, bytes.limit() - CONTENT_AT));
        return (int) crc.getValue();
    }
}
