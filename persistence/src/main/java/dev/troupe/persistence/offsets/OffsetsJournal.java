package dev.troupe.persistence.offsets;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.persistence.AtomicWrite;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.journal.japi.AsyncWriteJournal;
import org.jspecify.annotations.Nullable;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/**
 * The journal of consumer groups, {@code troupe.offsets.journal}: persistence id {@code group|ID}, payload
 * {@link OffsetsRecords}.
 *
 * <p>The topic is compacted, so sequence numbers do not live in it: a replay hands over all live records of a group as one
 * event with number 1, and what is written later counts on from there.
 */
public final class OffsetsJournal extends AsyncWriteJournal {
    /** What a group's persistence id begins with. */
    public static final String ID_PREFIX = "group|";

    private static final long REPLAYED = 1;

    @Override
    public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(Iterable<AtomicWrite> messages) {
        List<CompletableFuture<@Nullable Void>> writes = StreamSupport.stream(messages.spliterator(), false)
                .map(this::write)
                .toList();
        CompletableFuture<Iterable<Optional<Exception>>> all = CompletableFuture.allOf(
                        writes.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> List.of());
        return FutureConverters.asScala(all);
    }

    private CompletableFuture<@Nullable Void> write(AtomicWrite atomic) {
        List<OffsetsRecord> records = new ArrayList<>();
        int epoch = -1;
        for (PersistentRepr event : CollectionConverters.asJava(atomic.payload())) {
            OffsetsRecords payload = (OffsetsRecords) event.payload();
            epoch = payload.leaderEpoch();
            records.addAll(payload.records());
        }
        return store().write(groupOf(atomic.persistenceId()), new OffsetsRecords(epoch, records));
    }

    @Override
    public Future<Long> doAsyncReadHighestSequenceNr(String persistenceId, long fromSequenceNr) {
        return FutureConverters.asScala(
                store().replay(groupOf(persistenceId)).thenApply(records -> records.isEmpty() ? 0L : REPLAYED));
    }

    @Override
    public Future<Void> doAsyncReplayMessages(
            String persistenceId, long from, long to, long max, Consumer<PersistentRepr> replay) {
        CompletableFuture<@Nullable Void> done = store().replay(groupOf(persistenceId))
                .thenAccept(records -> {
                    if (!records.isEmpty() && from <= REPLAYED && REPLAYED <= to && max > 0) {
                        replay.accept(replayed(persistenceId, records));
                    }
                });
        return FutureConverters.asScala(done);
    }

    private PersistentRepr replayed(String persistenceId, List<OffsetsRecord> records) {
        return PersistentRepr.apply(new OffsetsRecords(-1, records), REPLAYED, persistenceId, "", false, self(), "");
    }

    /** Nobody deletes events: a group that is gone writes tombstones, and compaction does the rest. */
    @Override
    public Future<Void> doAsyncDeleteMessagesTo(String persistenceId, long toSequenceNr) {
        return FutureConverters.asScala(CompletableFuture.failedFuture(
                new UnsupportedOperationException("events of a group are not deleted but followed by tombstones")));
    }

    private static String groupOf(String persistenceId) {
        return persistenceId.substring(ID_PREFIX.length());
    }

    private OffsetsStore store() {
        return OffsetsStorage.get(Adapter.toTyped(context().system()))
                .store()
                .orElseThrow(() -> new IllegalStateException("no offsets store is attached to this actor system"));
    }
}
