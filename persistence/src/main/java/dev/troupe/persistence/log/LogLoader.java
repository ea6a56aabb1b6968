package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens what lies in a partition's folder: segments, epochs and producers, recovered where that is needed (BEHAVIOUR L8). */
final class LogLoader {
    private static final Logger log = LoggerFactory.getLogger(LogLoader.class);

    private final Files files;
    private final Path folder;
    private final LogConfig config;
    private final LogStart remembered;
    private final Recovery progress;
    private final long nowMs;
    private final List<Segment> segments = new ArrayList<>();
    private final ProducerStates producers = new ProducerStates();
    private LeaderEpochs epochs = LeaderEpochs.NONE;
    private Set<String> names = Set.of();
    private long endOffset;

    LogLoader(Files files, Path folder, LogConfig config, LogStart remembered, Recovery progress, long nowMs) {
        this.files = files;
        this.folder = folder;
        this.config = config;
        this.remembered = remembered;
        this.progress = progress;
        this.nowMs = nowMs;
    }

    /**
     * A log as it was found.
     *
     * @param segments never empty
     * @param recoveryPoint everything below is on disk for certain
     */
    record Loaded(
            List<Segment> segments,
            long logStartOffset,
            long logEndOffset,
            long recoveryPoint,
            LeaderEpochs epochs,
            ProducerStates producers) {}

    /** Loads it. */
    Loaded load() throws IOException {
        files.createFolders(folder);
        names = Set.copyOf(SwapFiles.tidy(files, folder));
        boolean epochsKnown = readEpochs();
        loadSegments();
        long start = Math.max(remembered.logStartOffset(), segments.getFirst().baseOffset());
        if (start > endOffset) {
            startAfresh(start);
        }
        if (!epochsKnown) {
            epochs = LeaderEpochs.NONE;
            snapshot().forEachBatch(start, batch -> epochs = epochs.begin(batch.leaderEpoch(), batch.baseOffset()));
        }
        epochs = epochs.truncateTo(endOffset + 1);
        loadProducers();
        if (start > 0) {
            producers.forgive();
        }
        for (Segment segment : segments) {
            // Whoever reads or writes it opens it again; most logs of a node are idle.
            segment.close();
        }
        return new Loaded(
                List.copyOf(segments),
                start,
                endOffset,
                Math.min(remembered.recoveryPoint(), endOffset),
                epochs,
                producers);
    }

    /** Reads the epochs; false where the file is damaged, as a loss of power may have left it. */
    private boolean readEpochs() throws IOException {
        try {
            epochs = TextFiles.readEpochs(files, folder.resolve(LogFolder.EPOCHS));
            return true;
        } catch (CorruptLog damaged) {
            log.warn("Leader epochs are read from the log instead: {}", damaged.getMessage());
            return false;
        }
    }

    private LogSnapshot snapshot() {
        long from = segments.getFirst().baseOffset();
        return new LogSnapshot(
                List.copyOf(segments), segments.getLast().size(), 0, from, from, endOffset, epochs, RecentBatches.NONE);
    }

    private void loadSegments() throws IOException {
        List<Long> bases = offsetsOf(LogFileName.Kind.LOG);
        expectWork(bases);
        for (int i = 0; i < bases.size(); i++) {
            long next = i + 1 < bases.size() ? bases.get(i + 1) : Long.MAX_VALUE;
            Segment segment = Segment.load(files, folder, bases.get(i));
            segments.add(segment);
            boolean trusted = next <= remembered.recoveryPoint() && indexed(bases.get(i));
            if (trusted) {
                endOffset = next;
            } else if (recover(segment, next)) {
                dropAfter(bases.subList(i + 1, bases.size()));
                return;
            }
        }
        if (segments.isEmpty()) {
            startAfresh(remembered.logStartOffset());
        }
    }

    /** A cut is written to the checkpoints before it is made, so nothing but damage leaves less than was flushed. */
    private void failIfFlushedIsMissing(Segment last) throws CorruptLog {
        if (endOffset < remembered.recoveryPoint()) {
            throw new CorruptLog(
                    last.file(),
                    last.size(),
                    "the log ends with offset " + endOffset + ", although everything below "
                            + remembered.recoveryPoint() + " was flushed");
        }
    }

    private void expectWork(List<Long> bases) throws IOException {
        for (int i = 0; i < bases.size(); i++) {
            if (i + 1 == bases.size() || bases.get(i + 1) > remembered.recoveryPoint()) {
                progress.expect(files.size(LogFileName.log(bases.get(i)).in(folder)));
            }
        }
    }

    /** Recovers one segment; true where the log has to end with it. */
    private boolean recover(Segment segment, long nextBase) throws IOException {
        long size = files.size(segment.file());
        SegmentRecovery recovery = new SegmentRecovery(segment, size, remembered.recoveryPoint(), nextBase, batch -> {
            epochs = epochs.begin(batch.leaderEpoch(), batch.baseOffset());
            progress.advance(batch.sizeInBytes());
        });
        boolean torn = recovery.run(config.segments().indexIntervalBytes());
        endOffset = recovery.nextOffset();
        // Segments follow each other without a gap where the cleaner has not been, and it keeps below the recovery
        // point; the other checkpoint counts where somebody has deleted that one.
        long gapsUpTo = Math.max(remembered.recoveryPoint(), remembered.cleanedUpTo());
        boolean cut = torn || (nextBase > gapsUpTo && nextBase > endOffset && nextBase != Long.MAX_VALUE);
        if (cut || nextBase == Long.MAX_VALUE) {
            failIfFlushedIsMissing(segment);
        }
        if (cut) {
            log.warn(
                    "Cut {} bytes of a batch that was not written whole: {} now ends at offset {}",
                    size - segment.size(),
                    segment.file(),
                    endOffset);
            segment.trim();
        } else if (nextBase != Long.MAX_VALUE) {
            segment.seal();
        }
        return cut;
    }

    private void dropAfter(List<Long> bases) throws IOException {
        // The last one first, so that a crash in between leaves no hole.
        for (long base : bases.reversed()) {
            log.warn("Dropped segment {} of {}: what came before it was not written whole", base, folder);
            Segment.load(files, folder, base).delete();
        }
    }

    private void startAfresh(long offset) throws IOException {
        for (Segment segment : segments) {
            segment.delete();
        }
        segments.clear();
        segments.add(Segment.empty(files, folder, offset, LogFileName.IN_USE, nowMs));
        endOffset = offset;
    }

    private void loadProducers() throws IOException {
        long from = segments.getFirst().baseOffset();
        List<Long> snapshots = offsetsOf(LogFileName.Kind.PRODUCERS);
        for (long offset : snapshots.reversed()) {
            Path file = LogFileName.producers(offset).in(folder);
            if (offset > endOffset || !restore(file)) {
                files.delete(file);
            } else {
                from = offset;
                break;
            }
        }
        snapshot().forEachBatch(from, batch -> producers.update(batch, nowMs));
    }

    private boolean restore(Path file) throws IOException {
        try {
            producers.restore(ProducerSnapshot.read(files, file));
            return true;
        } catch (CorruptLog damaged) {
            log.warn("Producer states are read from the log instead: {}", damaged.getMessage());
            return false;
        }
    }

    private boolean indexed(long base) {
        return names.contains(LogFileName.offsetIndex(base).toString())
                && names.contains(LogFileName.timeIndex(base).toString());
    }

    private List<Long> offsetsOf(LogFileName.Kind kind) {
        return names.stream()
                .map(LogFileName::parse)
                .flatMap(Optional::stream)
                .filter(name -> name.kind() == kind)
                .map(LogFileName::offset)
                .sorted(Comparator.naturalOrder())
                .collect(Collectors.toList());
    }
}
