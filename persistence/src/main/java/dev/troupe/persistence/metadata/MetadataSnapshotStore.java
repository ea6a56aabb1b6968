package dev.troupe.persistence.metadata;

import java.util.Optional;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.persistence.SelectedSnapshot;
import org.apache.pekko.persistence.SnapshotMetadata;
import org.apache.pekko.persistence.SnapshotSelectionCriteria;
import org.apache.pekko.persistence.snapshot.japi.SnapshotStore;
import org.apache.pekko.serialization.SerializationExtension;
import org.jspecify.annotations.Nullable;
import scala.concurrent.Future;
import scala.jdk.javaapi.FutureConverters;

/** Pekko Persistence's snapshot store {@code troupe.metadata.snapshot-store}: snapshots lie where the events lie. */
public final class MetadataSnapshotStore extends SnapshotStore {
    private final MetadataRaft raft = MetadataRaft.get(Adapter.toTyped(context().system()));
    private final Payloads payloads =
            new Payloads(SerializationExtension.get(context().system()));

    @Override
    public Future<Optional<SelectedSnapshot>> doLoadAsync(String persistenceId, SnapshotSelectionCriteria criteria) {
        return FutureConverters.asScala(raft.read(new JournalQuestion.NewestSnapshot(persistenceId, range(criteria)))
                .thenApply(answer -> selected(persistenceId, ((JournalAnswer.Found) answer).snapshot())));
    }

    private Optional<SelectedSnapshot> selected(String persistenceId, @Nullable StoredSnapshot snapshot) {
        return Optional.ofNullable(snapshot)
                .map(found -> new SelectedSnapshot(
                        new SnapshotMetadata(persistenceId, found.seqNr(), found.timestamp()),
                        payloads.fromStored(found.payload())));
    }

    @Override
    public Future<Void> doSaveAsync(SnapshotMetadata metadata, Object snapshot) {
        StoredSnapshot stored =
                new StoredSnapshot(metadata.sequenceNr(), metadata.timestamp(), payloads.toStored(snapshot));
        return write(new JournalOperation.SaveSnapshot(metadata.persistenceId(), stored));
    }

    /** Deletes the one of that number; a timestamp of 0 means that it is not known. */
    @Override
    public Future<Void> doDeleteAsync(SnapshotMetadata metadata) {
        boolean dated = metadata.timestamp() != 0;
        return write(new JournalOperation.DeleteSnapshots(
                metadata.persistenceId(),
                new SnapshotRange(
                        metadata.sequenceNr(),
                        metadata.sequenceNr(),
                        dated ? metadata.timestamp() : 0,
                        dated ? metadata.timestamp() : Long.MAX_VALUE)));
    }

    @Override
    public Future<Void> doDeleteAsync(String persistenceId, SnapshotSelectionCriteria criteria) {
        return write(new JournalOperation.DeleteSnapshots(persistenceId, range(criteria)));
    }

    private Future<Void> write(JournalOperation operation) {
        return FutureConverters.asScala(raft.write(operation).thenAccept(MetadataJournal::orThrow));
    }

    private static SnapshotRange range(SnapshotSelectionCriteria criteria) {
        return new SnapshotRange(
                criteria.minSequenceNr(), criteria.maxSequenceNr(), criteria.minTimestamp(), criteria.maxTimestamp());
    }
}
