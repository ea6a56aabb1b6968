package dev.troupe.cluster.management.json;

import dev.troupe.persistence.log.LogCompactor;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.persistence.log.PartitionLog;
import dev.troupe.persistence.log.SegmentStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The record logs on the node that was asked: files, segments, compaction. */
public final class LogJson {
    private LogJson() {}

    /**
     * The folder of all logs.
     *
     * @param takesWrites false while less than the reserve is left on its disk (L14)
     * @param usableBytes left on its disk, -1 where that is not known
     * @param recovering logs that are being recovered, and how far that is (L8)
     */
    public record Directory(
            String path, boolean takesWrites, long usableBytes, Map<String, String> recovering, List<Log> logs) {

        /** As it is now. */
        public static Directory of(LogDirectory directory) {
            Map<String, String> recovering = new TreeMap<>();
            directory.recovering().forEach((partition, progress) -> recovering.put(partition.toString(), progress));
            boolean full = directory.isFull();
            return new Directory(
                    directory.root().toString(),
                    !full,
                    directory.usableBytes(),
                    recovering,
                    sorted(directory).stream().map(Log::of).toList());
        }
    }

    /**
     * One log.
     *
     * @param recoveryPoint what lies below was forced to disk
     * @param failure why it takes no writes any more, null while it does (L8)
     */
    public record Log(
            String partition,
            long logStartOffset,
            long logEndOffset,
            long sizeBytes,
            long recoveryPoint,
            @Nullable String failure) {

        private static Log of(PartitionLog log) {
            return new Log(
                    log.partition().toString(),
                    log.view().logStartOffset(),
                    log.view().logEndOffset(),
                    log.view().sizeInBytes(),
                    log.recoveryPoint(),
                    log.failure().orElse(null));
        }
    }

    /** One segment and why it is still there; times are null where there is none. */
    public record Segment(
            long baseOffset,
            @Nullable Long endOffset,
            long sizeBytes,
            @Nullable String newestRecord,
            @Nullable String created,
            List<Reason> reasons) {

        /** As people may read it. */
        public static Segment of(SegmentStatus segment) {
            return new Segment(
                    segment.baseOffset(),
                    segment.endOffset() < 0 ? null : segment.endOffset(),
                    segment.sizeBytes(),
                    time(segment.largestTimestampMs()),
                    time(segment.createdMs()),
                    segment.reasons().stream().map(Reason::of).toList());
        }
    }

    /** One thing that keeps a segment, and until when. */
    public record Reason(String rule, @Nullable String until, String explanation) {
        private static Reason of(SegmentStatus.Reason reason) {
            return new Reason(
                    reason.rule().name().toLowerCase(Locale.ROOT), time(reason.untilMs()), reason.explanation());
        }
    }

    /**
     * How the compaction of one log stands (L10).
     *
     * @param state {@code running}, {@code failed} or {@code waiting}
     * @param cleanedUpTo below it no key has two records
     * @param nextTry after a failure, null where it has not failed or its topic's configs were changed since
     */
    public record Cleaner(
            String partition,
            String state,
            double dirtyRatio,
            long cleanedUpTo,
            @Nullable String lastRun,
            long tookMs,
            @Nullable String error,
            int failures,
            @Nullable String nextTry) {

        private static Cleaner of(PartitionLog log) {
            LogCompactor.Status status = log.compactor().status();
            return new Cleaner(
                    log.partition().toString(),
                    status.running() ? "running" : status.error() != null ? "failed" : "waiting",
                    status.dirtyRatio(),
                    log.compactor().cleanedUpTo(),
                    time(status.lastRunMs()),
                    status.tookMs(),
                    status.error(),
                    status.failures(),
                    time(status.retryMs()));
        }
    }

    /** The logs whose topics ask for compaction. */
    public static List<Cleaner> cleaners(LogDirectory directory) {
        return sorted(directory).stream()
                .filter(log -> log.config().compaction().compact())
                .map(Cleaner::of)
                .toList();
    }

    private static List<PartitionLog> sorted(LogDirectory directory) {
        return directory.logs().stream()
                .sorted(Comparator.comparing(
                                (PartitionLog log) -> log.partition().topic())
                        .thenComparingInt(log -> log.partition().partition()))
                .toList();
    }

    private static @Nullable String time(long ms) {
        return ms < 0 ? null : Instant.ofEpochMilli(ms).toString();
    }
}
