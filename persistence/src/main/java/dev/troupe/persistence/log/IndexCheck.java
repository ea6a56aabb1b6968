package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import dev.troupe.persistence.log.LogVerifier.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds a segment's two index files against its batches. */
final class IndexCheck {
    private final long baseOffset;
    private final Map<Long, LogFile.Entry> byLastOffset = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    private IndexCheck(long baseOffset, List<LogFile.Entry> batches) {
        this.baseOffset = baseOffset;
        batches.forEach(entry -> byLastOffset.put(entry.batch().lastOffset(), entry));
    }

    static List<Finding> of(Path folder, Files files, long baseOffset, List<LogFile.Entry> batches) throws IOException {
        IndexCheck check = new IndexCheck(baseOffset, batches);
        Path offsets = LogFileName.offsetIndex(baseOffset).in(folder);
        if (files.exists(offsets)) {
            check.offsets(offsets, files.map(offsets));
        }
        Path times = LogFileName.timeIndex(baseOffset).in(folder);
        if (files.exists(times)) {
            check.times(times, files.map(times));
        }
        return check.findings;
    }

    private void offsets(Path file, ByteBuffer bytes) {
        whole(file, bytes, OffsetIndex.ENTRY_BYTES);
        for (int at = 0; at + OffsetIndex.ENTRY_BYTES <= bytes.limit(); at += OffsetIndex.ENTRY_BYTES) {
            long offset = baseOffset + bytes.getInt(at);
            int position = bytes.getInt(at + 4);
            LogFile.Entry entry = byLastOffset.get(offset);
            if (entry == null || entry.position() != position) {
                found(file, at, "no batch that ends with offset " + offset + " lies at byte " + position);
            }
        }
    }

    private void times(Path file, ByteBuffer bytes) {
        whole(file, bytes, TimeIndex.ENTRY_BYTES);
        long before = -1;
        for (int at = 0; at + TimeIndex.ENTRY_BYTES <= bytes.limit(); at += TimeIndex.ENTRY_BYTES) {
            long timestamp = bytes.getLong(at);
            long offset = baseOffset + bytes.getInt(at + 8);
            LogFile.Entry entry = byLastOffset.get(offset);
            if (timestamp <= before) {
                found(file, at, "timestamp " + timestamp + " is not above the one before");
            }
            if (entry == null || entry.batch().maxTimestamp() != timestamp) {
                found(file, at, "no batch that ends with offset " + offset + " has the timestamp " + timestamp);
            }
            before = timestamp;
        }
    }

    private void whole(Path file, ByteBuffer bytes, int entryBytes) {
        if (bytes.limit() % entryBytes != 0) {
            found(file, bytes.limit() - bytes.limit() % entryBytes, "part of an entry");
        }
    }

    private void found(Path file, long position, String message) {
        findings.add(new Finding(true, file, position, message));
    }
}
