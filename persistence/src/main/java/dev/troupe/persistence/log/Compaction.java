package dev.troupe.persistence.log;

import dev.troupe.protocol.record.BadRecords;
import dev.troupe.protocol.record.BatchFilter;
import dev.troupe.protocol.record.RecordBatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One compaction of a log: learns the newest offset of each key from the part that is dirty, then writes what is left of all
 * segments beside them. Only reads what nobody changes, so it runs on a thread of its own; the log takes the result over
 * later, or not at all.
 */
final class Compaction {
    private final LogFolder folder;
    private final LogConfig config;
    private final KeyOffsets keys;
    private final BatchFilter filter;
    private final IoRate rate;
    private final List<Group> groups = new ArrayList<>();
    private final List<Segment> written = new ArrayList<>();
    private long cleanedUpTo;

    /**
     * What replaces what.
     *
     * @param replaced segments that follow each other
     * @param cleaned what is left of them, not yet under its final name
     */
    record Group(List<Segment> replaced, Segment cleaned) {

        /** These segments with the cleaned one in the place of what it replaces; empty where that is not among them any more. */
        Optional<List<Segment>> placedIn(List<Segment> segments) {
            int first = segments.indexOf(replaced.getFirst());
            int end = first + replaced.size();
            if (first < 0
                    || end >= segments.size()
                    || !segments.subList(first, end).equals(replaced)) {
                return Optional.empty();
            }
            List<Segment> next = new ArrayList<>(segments);
            next.subList(first, end).clear();
            next.add(first, cleaned);
            return Optional.of(List.copyOf(next));
        }
    }

    /**
     * A compaction that is done.
     *
     * @param groups in order of offsets
     * @param cleanedUpTo below it no key has two records
     * @param endOffset below it lies all that was read
     */
    record Result(List<Group> groups, long cleanedUpTo, long endOffset) {}

    Compaction(LogFolder folder, LogConfig config, long dedupeBytes, IoRate rate, long nowMs) {
        this.folder = folder;
        this.config = config;
        this.rate = rate;
        this.keys = new KeyOffsets(dedupeBytes);
        this.filter = new BatchFilter(keys, nowMs, config.compaction().deleteRetentionMs());
    }

    /** Does it; where that fails, nothing of it is left. */
    Result run(CompactionPlan plan) throws IOException {
        try {
            return compact(plan);
        } catch (IOException | RuntimeException e) {
            for (Segment segment : written) {
                segment.delete();
            }
            throw e;
        }
    }

    private Result compact(CompactionPlan plan) throws IOException {
        int known = learn(plan);
        List<Segment> next = new ArrayList<>();
        long bytes = 0;
        for (Segment segment : plan.segments().subList(0, known)) {
            boolean tooLarge = bytes + segment.size() > config.segments().bytes();
            if (!next.isEmpty()
                    && (tooLarge || segment.baseOffset() - next.getFirst().baseOffset() > (1 << 30))) {
                groups.add(rewrite(List.copyOf(next)));
                next.clear();
                bytes = 0;
            }
            next.add(segment);
            bytes += segment.size();
        }
        if (!next.isEmpty()) {
            groups.add(rewrite(List.copyOf(next)));
        }
        return new Result(groups, cleanedUpTo, plan.endOffset());
    }

    /** Learns the keys of the dirty segments until memory is full; tells how many segments from the first on can be rewritten. */
    private int learn(CompactionPlan plan) throws IOException {
        cleanedUpTo = plan.dirtyFrom();
        int known = 0;
        while (known < plan.segments().size()) {
            Segment segment = plan.segments().get(known);
            known++;
            boolean isLast = known == plan.segments().size();
            long end = isLast ? plan.endOffset() : plan.segments().get(known).baseOffset();
            if (end > plan.dirtyFrom()) {
                if (!learn(segment, plan.dirtyFrom())) {
                    return known;
                }
                cleanedUpTo = end;
            }
        }
        return known;
    }

    private boolean learn(Segment segment, long dirtyFrom) throws IOException {
        BatchScan scan = new BatchScan(segment.channel(), 0, segment.size());
        for (; segment.seek(scan, dirtyFrom, Long.MAX_VALUE); scan.advance()) {
            if (keys.isFull(scan.header().count())) {
                return false;
            }
            rate.used(scan.header().sizeInBytes());
            learn(load(segment, scan));
        }
        return true;
    }

    /** Damage must not be given a new checksum, nor be left out. */
    private static RecordBatch load(Segment segment, BatchScan scan) throws IOException {
        RecordBatch batch = scan.load();
        if (!batch.hasRightChecksum()) {
            throw new CorruptLog(
                    segment.file(),
                    scan.position(),
                    "the batch of offset " + batch.baseOffset() + " has a wrong checksum");
        }
        return batch;
    }

    private void learn(RecordBatch batch) throws IOException {
        try {
            BatchFilter.forEachKey(batch, keys::put);
            cleanedUpTo = batch.nextOffset();
        } catch (BadRecords bad) {
            throw new IOException("the batch at offset " + batch.baseOffset() + " cannot be compacted", bad);
        }
    }

    private Group rewrite(List<Segment> sources) throws IOException {
        Segment cleaned = folder.newCleanedSegment(
                sources.getFirst().baseOffset(), sources.getLast().createdMs());
        written.add(cleaned);
        for (Segment source : sources) {
            BatchScan scan = new BatchScan(source.channel(), 0, source.size());
            for (; source.seek(scan, source.baseOffset(), Long.MAX_VALUE); scan.advance()) {
                rate.used(scan.header().sizeInBytes());
                copy(load(source, scan), cleaned);
            }
        }
        cleaned.flush();
        cleaned.seal();
        return new Group(sources, cleaned);
    }

    private void copy(RecordBatch batch, Segment target) throws IOException {
        try {
            RecordBatch left = filter.apply(batch);
            if (left != null) {
                ByteBuffer bytes = left.buffer().slice(left.start(), left.sizeInBytes());
                rate.used(bytes.remaining());
                target.write(bytes);
                target.note(left, config.segments().indexIntervalBytes());
            }
        } catch (BadRecords bad) {
            throw new IOException("the batch at offset " + batch.baseOffset() + " cannot be compacted", bad);
        }
    }
}
