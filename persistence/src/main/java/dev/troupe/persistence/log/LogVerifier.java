package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import dev.troupe.protocol.record.BadRecords;
import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks everything in a partition's folder while no node uses it: batches, records, indexes, snapshots, epochs (BEHAVIOUR L1, L8). */
public final class LogVerifier {
    private final Path folder;
    private final Files files;
    private final List<Finding> findings = new ArrayList<>();
    private int epoch = -1;
    private long batches;
    private long bytes;

    private LogVerifier(Path folder, Files files) {
        this.folder = folder;
        this.files = files;
    }

    /**
     * Something that is not as it should be.
     *
     * @param damage false where the next start mends it by itself
     * @param position in the file, bytes
     */
    public record Finding(boolean damage, Path file, long position, String message) {}

    /**
     * What was found.
     *
     * @param findings empty where all is well
     */
    public record Result(Path folder, int segments, long batches, long bytes, List<Finding> findings) {
        /** Whether something is broken that no start mends. */
        public boolean isDamaged() {
            return findings.stream().anyMatch(Finding::damage);
        }
    }

    /** Looks at all of it. */
    public static Result verify(Path folder, Files files) throws IOException {
        return new LogVerifier(folder, files).verify();
    }

    private Result verify() throws IOException {
        List<LogFile> segments = LogFile.in(folder, files);
        long next = 0;
        for (int i = 0; i < segments.size(); i++) {
            LogFile segment = segments.get(i);
            boolean isLast = i + 1 == segments.size();
            long limit = isLast ? Long.MAX_VALUE : segments.get(i + 1).baseOffset();
            next = segment(segment, Math.max(next, segment.baseOffset()), limit, isLast);
        }
        snapshots();
        epochs(next);
        return new Result(folder, segments.size(), batches, bytes, List.copyOf(findings));
    }

    private long segment(LogFile segment, long from, long limit, boolean isLast) throws IOException {
        List<LogFile.Entry> entries = segment.batches();
        long next = from;
        for (LogFile.Entry entry : entries) {
            batch(segment, entry, next, limit);
            next = entry.batch().nextOffset();
        }
        long end = LogFile.endOf(entries);
        if (end < segment.sizeInBytes()) {
            found(
                    !isLast,
                    segment.path(),
                    end,
                    segment.sizeInBytes() - end + " bytes that are no batch"
                            + (isLast ? ": a torn tail, the next start cuts it" : ""));
        }
        bytes += end;
        batches += entries.size();
        findings.addAll(IndexCheck.of(folder, files, segment.baseOffset(), entries));
        return next;
    }

    private void batch(LogFile segment, LogFile.Entry entry, long next, long limit) {
        RecordBatch batch = entry.batch();
        String name = "the batch at offset " + batch.baseOffset() + " ";
        if (batch.baseOffset() < next) {
            damaged(segment, entry, name + "should not begin below " + next);
        }
        if (batch.leaderEpoch() < epoch) {
            damaged(segment, entry, name + "has leader epoch " + batch.leaderEpoch() + " after " + epoch);
        }
        epoch = batch.leaderEpoch();
        if (batch.nextOffset() > limit) {
            damaged(segment, entry, name + "reaches into the segment that begins at " + limit);
        }
        if (!batch.hasRightChecksum()) {
            damaged(segment, entry, name + "has a wrong checksum");
            return;
        }
        try {
            records(segment, entry, LogFile.records(batch));
        } catch (BadRecords bad) {
            damaged(segment, entry, name + "has records that cannot be read: " + bad.getMessage());
        }
    }

    private void records(LogFile segment, LogFile.Entry entry, List<LogFile.Item> records) {
        RecordBatch batch = entry.batch();
        if (records.size() != batch.count()) {
            damaged(segment, entry, "the header says " + batch.count() + " records, there are " + records.size());
        }
        long last = batch.baseOffset() - 1;
        for (LogFile.Item item : records) {
            if (item.offset() <= last || item.offset() > batch.lastOffset()) {
                damaged(segment, entry, "the record at offset " + item.offset() + " is out of order");
            }
            last = item.offset();
        }
    }

    private void snapshots() throws IOException {
        for (LogFileName name : LogFile.names(folder, files)) {
            if (name.kind() == LogFileName.Kind.PRODUCERS) {
                Path file = name.in(folder);
                try {
                    ProducerSnapshot.read(files, file);
                } catch (CorruptLog bad) {
                    found(false, file, 0, bad.getMessage() + "; the next start reads the log instead");
                }
            }
        }
    }

    private void epochs(long end) throws IOException {
        Path file = folder.resolve(LogFolder.EPOCHS);
        try {
            for (LeaderEpochs.Entry entry : TextFiles.readEpochs(files, file).entries()) {
                if (entry.startOffset() > end) {
                    found(
                            false,
                            file,
                            0,
                            "epoch " + entry.epoch() + " begins behind the end of the log, at " + entry.startOffset());
                }
            }
        } catch (CorruptLog bad) {
            found(false, file, 0, bad.getMessage() + "; the next start reads the log instead");
        }
    }

    private void damaged(LogFile segment, LogFile.Entry entry, String message) {
        found(true, segment.path(), entry.position(), message);
    }

    private void found(boolean damage, Path file, long position, @Nullable String message) {
        findings.add(new Finding(damage, file, position, String.valueOf(message)));
    }
}
