package dev.troupe.persistence.metadata;

import dev.troupe.persistence.metadata.JournalAnswer.Done;
import dev.troupe.persistence.metadata.JournalAnswer.Refused;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.pcollections.PVector;
import org.pcollections.TreePVector;

/**
 * What the journal does with an operation. Pure, and the same on every member of the group: state and operation alone decide.
 * What fences a deposed writer is {@link #append} (C4).
 */
final class JournalLogic {

    private JournalLogic() {}

    /** The state after an operation, and what whoever asked for it is told. */
    record Decision(JournalState state, JournalAnswer answer) {}

    static Decision apply(JournalState state, JournalOperation operation) {
        EntityLog log = state.entity(operation.persistenceId());
        return switch (operation) {
            case JournalOperation.Append op -> append(state, log, op);
            case JournalOperation.DeleteTo op -> done(state, op, log.deleteTo(op.toSeqNr()));
            case JournalOperation.SaveSnapshot op -> done(state, op, save(log, op.snapshot()));
            case JournalOperation.DeleteSnapshots op -> done(state, op, log.withSnapshots(without(log, op.range())));
        };
    }

    static JournalAnswer answer(JournalState state, JournalQuestion question) {
        return switch (question) {
            case JournalQuestion.HighestSeqNr q ->
                new JournalAnswer.SeqNr(state.entity(q.persistenceId()).highestSeqNr());
            case JournalQuestion.Events q ->
                new JournalAnswer.Page(state.entity(q.persistenceId()).between(q.fromSeqNr(), q.toSeqNr(), q.max()));
            case JournalQuestion.NewestSnapshot q ->
                new JournalAnswer.Found(
                        newest(state.entity(q.persistenceId()), q.range()).orElse(null));
        };
    }

    private static Decision append(JournalState state, EntityLog log, JournalOperation.Append op) {
        if (isRepetition(log, op)) {
            return new Decision(state, new Done());
        }
        @Nullable String refusal = refusal(log, op);
        if (refusal != null) {
            return new Decision(state, new Refused(op.persistenceId() + ": " + refusal));
        }
        return done(state, op, log.append(TreePVector.from(op.events()), op.writer()));
    }

    /** The answer to the first attempt got lost, perhaps with a leader, and it was tried again. */
    private static boolean isRepetition(EntityLog log, JournalOperation.Append op) {
        long first = op.events().getFirst().seqNr();
        return op.writer().equals(log.writer())
                && log.between(
                                first,
                                first + op.events().size() - 1,
                                op.events().size())
                        .equals(op.events());
    }

    private static @Nullable String refusal(EntityLog log, JournalOperation.Append op) {
        if (log.formerWriters().contains(op.writer())) {
            return "writer " + op.writer() + " has been followed by " + log.writer();
        }
        long expected = log.highestSeqNr() + 1;
        for (StoredEvent event : op.events()) {
            if (event.seqNr() != expected) {
                return "event " + event.seqNr() + " where " + expected + " is next";
            }
            expected++;
        }
        return null;
    }

    private static EntityLog save(EntityLog log, StoredSnapshot snapshot) {
        List<StoredSnapshot> all = new ArrayList<>(log.snapshots());
        all.removeIf(other -> other.seqNr() == snapshot.seqNr());
        all.add(snapshot);
        all.sort(Comparator.comparingLong(StoredSnapshot::seqNr));
        return log.withSnapshots(TreePVector.from(all));
    }

    private static PVector<StoredSnapshot> without(EntityLog log, SnapshotRange range) {
        return log.snapshots()
                .minusAll(log.snapshots().stream().filter(range::contains).toList());
    }

    private static Optional<StoredSnapshot> newest(EntityLog log, SnapshotRange range) {
        return log.snapshots().stream().filter(range::contains).reduce((first, second) -> second);
    }

    private static Decision done(JournalState state, JournalOperation operation, EntityLog log) {
        return new Decision(state.with(operation.persistenceId(), log), new Done());
    }
}
