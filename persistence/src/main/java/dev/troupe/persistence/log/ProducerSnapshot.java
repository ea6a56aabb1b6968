package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The producer states of a log at one offset, in Kafka's file format: version, CRC-32C of what follows, number of entries,
 * entries of 46 bytes. Only the newest batch of each producer is in it.
 */
final class ProducerSnapshot {
    private static final short VERSION = 1;
    private static final int HEADER_BYTES = 10;
    private static final int CRC_AT = 2;
    private static final int CONTENT_AT = 6;
    private static final int ENTRY_BYTES = 46;

    private ProducerSnapshot() {}

    static void write(Files files, Path file, Collection<ProducerState> states) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + states.size() * ENTRY_BYTES);
        bytes.putShort(VERSION).putInt(0).putInt(states.size());
        for (ProducerState state : states) {
            ProducerState.Batch last = state.batches().getLast();
            bytes.putLong(state.producerId())
                    .putShort(state.epoch())
                    .putInt(last.lastSequence())
                    .putLong(last.lastOffset())
                    .putInt(last.offsetDelta())
                    .putLong(state.lastSeenMs())
                    .putInt(-1)
                    .putLong(-1);
        }
        bytes.flip().putInt(CRC_AT, checksum(bytes));
        files.put(file, bytes);
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
        List<ProducerState> states = new ArrayList<>();
        for (int at = HEADER_BYTES; at < bytes.capacity(); at += ENTRY_BYTES) {
            long seenMs = bytes.getLong(at + 26);
            ProducerState.Batch last = new ProducerState.Batch(
                    bytes.getInt(at + 10), bytes.getLong(at + 14), bytes.getInt(at + 22), seenMs);
            states.add(new ProducerState(bytes.getLong(at), bytes.getShort(at + 8), List.of(last), seenMs));
        }
        return states;
    }

    private static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(CONTENT_AT, bytes.limit() - CONTENT_AT));
        return (int) crc.getValue();
    }
}
