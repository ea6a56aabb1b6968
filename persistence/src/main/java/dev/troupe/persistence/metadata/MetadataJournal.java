package dev.troupe.persistence.metadata;

import dev.troupe.persistence.metadata.JournalOperation.Append;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.persistence.AtomicWrite;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.journal.japi.AsyncWriteJournal;
import org.apache.pekko.serialization.SerializationExtension;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.jdk.javaapi.FutureConverters;

/**
 * Pekko Persistence's journal {@code troupe.metadata.journal}. A write that the journal refuses, or whose outcome is not known,
 * fails: Pekko then stops the entity, which is how a deposed controller learns of it.
 */
public final class MetadataJournal extends AsyncWriteJournal {
    private static final int PAGE = 500;

    private final MetadataRaft raft = MetadataRaft.get(Adapter.toTyped(context().system()));
    private final Payloads payloads =
            new Payloads(SerializationExtension.get(context().system()));
    private final Map<String, CompletableFuture<?>> writing = new ConcurrentHashMap<>();

    /** A write that came from an entity that another incarnation of it has followed. */
    static final class WriterFencedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        WriterFencedException(String reason) {
            super(reason);
        }
    }

    @Override
    public Future<Iterable<Optional<Exception>>> doAsyncWriteMessages(Iterable<AtomicWrite> writes) {
        Map<String, List<PersistentRepr>> byEntity = new LinkedHashMap<>();
        for (AtomicWrite write : writes) {
            byEntity.computeIfAbsent(write.persistenceId(), id -> new ArrayList<>())
                    .addAll(CollectionConverters.asJava(write.payload()));
        }
        CompletableFuture<?>[] appends = byEntity.entrySet().stream()
                .map(e -> append(e.getKey(), e.getValue()))
                .toArray(CompletableFuture[]::new);
        return FutureConverters.asScala(CompletableFuture.allOf(appends).thenApply(all -> List.of()));
    }

    private CompletableFuture<JournalAnswer> append(String persistenceId, List<PersistentRepr> reprs) {
        List<StoredEvent> events = reprs.stream().map(this::toStored).toList();
        Append append = new Append(persistenceId, reprs.getFirst().writerUuid(), events);
        CompletableFuture<JournalAnswer> result =
                raft.write(append).thenApply(MetadataJournal::orThrow).toCompletableFuture();
        writing.put(persistenceId, result);
        return result.whenComplete((answer, failure) -> writing.remove(persistenceId, result));
    }

    static JournalAnswer orThrow(JournalAnswer answer) {
        if (answer instanceof JournalAnswer.Refused(String reason)) {
            throw new WriterFencedException(reason);
        }
        return answer;
    }

    private StoredEvent toStored(PersistentRepr repr) {
        return new StoredEvent(
                repr.sequenceNr(),
                repr.timestamp(),
                repr.writerUuid(),
                repr.manifest(),
                payloads.toStored(repr.payload()));
    }

    private PersistentRepr fromStored(String persistenceId, StoredEvent event) {
        return PersistentRepr.apply(
                        payloads.fromStored(event.payload()),
                        event.seqNr(),
                        persistenceId,
                        event.adapterManifest(),
                        false,
                        ActorRef.noSender(),
                        event.writer())
                .withTimestamp(event.timestamp());
    }

    @Override
    public Future<Void> doAsyncDeleteMessagesTo(String persistenceId, long toSequenceNr) {
        return FutureConverters.asScala(raft.write(new JournalOperation.DeleteTo(persistenceId, toSequenceNr))
                .thenAccept(MetadataJournal::orThrow));
    }

    @Override
    public Future<Void> doAsyncReplayMessages(
            String persistenceId, long from, long to, long max, Consumer<PersistentRepr> replay) {
        return FutureConverters.asScala(replay(persistenceId, from, to, max, replay));
    }

    private CompletionStage<Void> replay(
            String persistenceId, long from, long to, long max, Consumer<PersistentRepr> replay) {
        int wanted = (int) Math.min(PAGE, max);
        if (wanted <= 0 || from > to) {
            return CompletableFuture.completedStage(null);
        }
        return raft.read(new JournalQuestion.Events(persistenceId, from, to, wanted))
                .thenCompose(answer -> {
                    List<StoredEvent> page = ((JournalAnswer.Page) answer).events();
                    page.forEach(event -> replay.accept(fromStored(persistenceId, event)));
                    if (page.size() < wanted) {
                        return CompletableFuture.completedStage(null);
                    }
                    return replay(persistenceId, page.getLast().seqNr() + 1, to, max - page.size(), replay);
                });
    }

    /** An entity may start again while a write of its former incarnation is on its way: that write counts. */
    @Override
    public Future<Long> doAsyncReadHighestSequenceNr(String persistenceId, long fromSequenceNr) {
        CompletableFuture<?> before = writing.getOrDefault(persistenceId, CompletableFuture.completedFuture(null));
        return FutureConverters.asScala(before.handle((answer, failure) -> persistenceId)
                .thenCompose(id -> raft.read(new JournalQuestion.HighestSeqNr(id)))
                .thenApply(answer -> ((JournalAnswer.SeqNr) answer).value()));
    }
}
