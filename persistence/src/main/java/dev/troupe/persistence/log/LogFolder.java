package dev.troupe.persistence.log;

import dev.troupe.persistence.files.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** What a log does to its folder besides writing segments: small files, and files that wait to be deleted. */
final class LogFolder {
    static final String EPOCHS = "leader-epoch-checkpoint";
    static final String METADATA = "partition.metadata";

    private final Files files;
    private final Path path;
    private final Queue<Doomed> doomed = new ConcurrentLinkedQueue<>();
    private @Nullable LeaderEpochs unforced;

    /** A segment out of the log whose files are there until {@code dueMs}. */
    record Doomed(Segment segment, long dueMs) {}

    LogFolder(Files files, Path path) {
        this.files = files;
        this.path = path;
    }

    Path path() {
        return path;
    }

    /** A segment without records whose file is there: once all before it are gone, its name alone tells where the log ends. */
    Segment newSegment(long baseOffset, long nowMs) throws IOException {
        Segment next = Segment.empty(files, path, baseOffset, LogFileName.IN_USE, nowMs);
        next.open(true);
        return next;
    }

    /** A segment to write what compaction leaves of others; not part of the log until it is renamed. */
    Segment newCleanedSegment(long baseOffset, long createdMs) throws IOException {
        Segment cleaned = Segment.empty(files, path, baseOffset, LogFileName.CLEANED, createdMs);
        cleaned.delete();
        cleaned.open(true);
        return cleaned;
    }

    synchronized void writeEpochs(LeaderEpochs next) throws IOException {
        TextFiles.writeEpochs(files, path.resolve(EPOCHS), next);
        unforced = next;
    }

    /** Makes the epochs last written survive a loss of power; any thread may do that. */
    synchronized void forceEpochs() throws IOException {
        LeaderEpochs last = unforced;
        if (last != null) {
            TextFiles.forceEpochs(files, path.resolve(EPOCHS), last);
            unforced = null;
        }
    }

    void writeProducers(ProducerStates producers, long offset) throws IOException {
        ProducerSnapshot.write(files, LogFileName.producers(offset).in(path), producers.all());
    }

    /** The offset and content of the newest good producer snapshot not above {@code offset}; newer ones are deleted. */
    Optional<Long> restoreProducers(ProducerStates producers, long offset) throws IOException {
        for (long at : snapshots().reversed()) {
            Path file = LogFileName.producers(at).in(path);
            if (at <= offset && restore(producers, file)) {
                return Optional.of(at);
            }
            files.delete(file);
        }
        producers.clear();
        return Optional.empty();
    }

    /** False where a loss of power has damaged the file: an older one and the log tell the same. */
    private boolean restore(ProducerStates producers, Path file) throws IOException {
        try {
            producers.restore(ProducerSnapshot.read(files, file));
            return true;
        } catch (CorruptLog damaged) {
            return false;
        }
    }

    /** Deletes the producer snapshots that belong to none of these segments. */
    void pruneSnapshots(List<Segment> segments) throws IOException {
        for (long at : snapshots()) {
            if (segments.stream().noneMatch(segment -> segment.baseOffset() == at)) {
                files.delete(LogFileName.producers(at).in(path));
            }
        }
    }

    /** Takes segments out of the log; their files go once readers have had {@code delayMs} to finish. */
    void remove(Collection<Segment> segments, long nowMs, long delayMs) throws IOException {
        for (Segment segment : segments) {
            segment.rename(LogFileName.DELETED);
            doomed.add(new Doomed(segment, nowMs + delayMs));
        }
    }

    /** Gives a cleaned segment its place and its name, so that a stop at any moment leaves either the old ones or it. */
    void replace(Compaction.Group group, long nowMs, long delayMs) throws IOException {
        group.cleaned().rename(LogFileName.SWAP);
        files.syncFolder(path);
        remove(group.replaced(), nowMs, delayMs);
        group.cleaned().rename(LogFileName.IN_USE);
    }

    /** What {@link #remove} took out of the log and is not deleted yet; any thread may ask. */
    List<Doomed> awaitingDeletion() {
        return List.copyOf(doomed);
    }

    /** Deletes what is due. */
    void deleteDue(long nowMs) throws IOException {
        for (Doomed next = doomed.peek(); next != null && next.dueMs() <= nowMs; next = doomed.peek()) {
            next.segment().delete();
            doomed.remove();
        }
    }

    /** Deletes what waits, due or not: nobody reads any more. */
    void deleteAll() throws IOException {
        deleteDue(Long.MAX_VALUE);
    }

    private List<Long> snapshots() throws IOException {
        return files.list(path).stream()
                .map(LogFileName::parse)
                .flatMap(Optional::stream)
                .filter(name -> name.kind() == LogFileName.Kind.PRODUCERS)
                .map(LogFileName::offset)
                .sorted()
                .toList();
    }
}
