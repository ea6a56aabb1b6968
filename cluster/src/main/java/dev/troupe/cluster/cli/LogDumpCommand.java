package dev.troupe.cluster.cli;

import dev.troupe.cluster.management.json.Json;
import dev.troupe.persistence.files.DiskFiles;
import dev.troupe.persistence.log.LogFile;
import dev.troupe.protocol.record.BadRecords;
import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe log dump}: shows what a partition's files hold. */
@Command(
        name = "dump",
        description = "Shows the batches of a partition, and their records if asked for.",
        mixinStandardHelpOptions = true)
final class LogDumpCommand implements Callable<Integer> {
    private static final List<String> CODECS = List.of("none", "gzip", "snappy", "lz4", "zstd");

    @Parameters(paramLabel = "DIR", description = "A partition's folder, as data/logs/orders-0.")
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private Path given;

    @Option(names = "--from", paramLabel = "OFFSET", description = "Leaves out what ends below (default: nothing).")
    private long from;

    @Option(names = "--records", description = "Shows each record as well.")
    private boolean records;

    @Option(names = "--json", description = "One line of JSON for each batch.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before it runs the command
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        boolean whole = true;
        for (Path folder : LogFolders.of(given)) {
            for (LogFile segment : LogFile.in(folder, new DiskFiles())) {
                whole &= dump(segment);
            }
        }
        return whole ? 0 : 1;
    }

    private boolean dump(LogFile segment) {
        PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            out.println(segment.path() + ", " + segment.sizeInBytes() + " bytes");
        }
        List<LogFile.Entry> entries = segment.batches();
        boolean whole = true;
        for (LogFile.Entry entry : entries) {
            Batch batch = Batch.of(segment, entry, records);
            whole &= batch.valid;
            if (entry.batch().lastOffset() >= from) {
                out.println(json ? Json.line(batch) : batch.text());
            }
        }
        long end = LogFile.endOf(entries);
        if (end < segment.sizeInBytes() && !json) {
            out.println("  @" + end + " " + (segment.sizeInBytes() - end) + " bytes that are no batch");
        }
        return whole && end == segment.sizeInBytes();
    }

    /**
     * A batch as it is shown.
     *
     * @param valid whether its checksum is right and its records can be read
     * @param items null unless asked for
     */
    record Batch(
            String file,
            long position,
            int bytes,
            long baseOffset,
            long lastOffset,
            int count,
            String codec,
            int leaderEpoch,
            long producerId,
            int producerEpoch,
            int baseSequence,
            long maxTimestamp,
            boolean transactional,
            boolean control,
            boolean valid,
            @Nullable List<LogFile.Item> items) {

        private static Batch of(LogFile segment, LogFile.Entry entry, boolean withRecords) {
            RecordBatch batch = entry.batch();
            List<LogFile.Item> items = null;
            boolean valid = batch.hasRightChecksum();
            if (valid) {
                try {
                    items = LogFile.records(batch);
                } catch (BadRecords bad) {
                    valid = false;
                }
            }
            return new Batch(
                    String.valueOf(segment.path().getFileName()),
                    entry.position(),
                    batch.sizeInBytes(),
                    batch.baseOffset(),
                    batch.lastOffset(),
                    batch.count(),
                    batch.codecId() < CODECS.size() ? CODECS.get(batch.codecId()) : "codec " + batch.codecId(),
                    batch.leaderEpoch(),
                    batch.producerId(),
                    batch.producerEpoch(),
                    batch.baseSequence(),
                    batch.maxTimestamp(),
                    batch.isTransactional(),
                    batch.isControl(),
                    valid,
                    withRecords ? items : null);
        }

        private String text() {
            StringBuilder line =
                    new StringBuilder("  @" + position + " offsets " + baseOffset + " to " + lastOffset + ", "
                            + count + " records, " + bytes + " bytes, " + codec + ", leader epoch " + leaderEpoch
                            + ", max timestamp " + maxTimestamp);
            if (producerId >= 0) {
                line.append(", producer " + producerId + " epoch " + producerEpoch + " sequence " + baseSequence);
            }
            line.append(transactional ? ", transactional" : "").append(control ? ", control" : "");
            line.append(valid ? "" : ", DAMAGED");
            if (items != null) {
                for (LogFile.Item item : items) {
                    line.append(System.lineSeparator())
                            .append("    offset " + item.offset() + ", timestamp "
                                    + item.timestampMs() + (item.hasKey() ? ", key" : ", no key")
                                    + (item.hasValue() ? ", value" : ", no value"));
                }
            }
            return line.toString();
        }
    }
}
