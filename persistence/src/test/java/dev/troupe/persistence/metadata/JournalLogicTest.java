package dev.troupe.persistence.metadata;

import static dev.troupe.persistence.metadata.Journals.ID;
import static dev.troupe.persistence.metadata.Journals.append;
import static dev.troupe.persistence.metadata.Journals.event;
import static dev.troupe.persistence.metadata.Journals.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.troupe.persistence.metadata.JournalAnswer.Done;
import dev.troupe.persistence.metadata.JournalAnswer.Found;
import dev.troupe.persistence.metadata.JournalAnswer.Page;
import dev.troupe.persistence.metadata.JournalAnswer.Refused;
import dev.troupe.persistence.metadata.JournalAnswer.SeqNr;
import dev.troupe.persistence.metadata.JournalOperation.Append;
import dev.troupe.persistence.metadata.JournalOperation.DeleteSnapshots;
import dev.troupe.persistence.metadata.JournalOperation.DeleteTo;
import dev.troupe.persistence.metadata.JournalOperation.SaveSnapshot;
import java.util.List;
import org.apache.pekko.util.ByteString;
import org.junit.jupiter.api.Test;

class JournalLogicTest {
    private static final SnapshotRange ALL = new SnapshotRange(0, Long.MAX_VALUE, 0, Long.MAX_VALUE);

    private JournalState state = JournalState.EMPTY;

    @Test
    void appendsWhereTheLastEventEnded() {
        assertThat(apply(append("a", 1, 2))).isEqualTo(new Done());
        assertThat(apply(append("a", 3, 3))).isEqualTo(new Done());
        assertThat(highest()).isEqualTo(3);
        assertThat(events(1, 3)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void refusesAGap() {
        apply(append("a", 1, 1));
        assertThat(apply(append("a", 3, 3))).isInstanceOf(Refused.class);
        assertThat(highest()).isEqualTo(1);
    }

    @Test
    void refusesABatchOfWhichOneEventDoesNotFollow() {
        Append holed = new Append(ID, "a", List.of(event("a", 1), event("a", 3)));
        assertThat(apply(holed)).isInstanceOf(Refused.class);
        assertThat(highest()).isZero();
    }

    @Test
    void refusesAWriterWhoDoesNotKnowOfWhatAnotherWrote() {
        apply(append("old", 1, 2));
        apply(append("new", 3, 3));
        assertThat(apply(append("old", 3, 3))).isInstanceOf(Refused.class);
        assertThat(events(3, 3)).hasSize(1);
    }

    @Test
    void refusesAWriterWhomAnotherHasFollowedEvenAtTheRightNumber() {
        apply(append("old", 1, 1));
        apply(append("new", 2, 2));
        assertThat(apply(append("old", 3, 3)))
                .isEqualTo(new Refused("controller: writer old has been followed by new"));
    }

    @Test
    void takesTheSameAppendTwiceForOne() {
        apply(append("a", 1, 2));
        assertThat(apply(append("a", 1, 2))).isEqualTo(new Done());
        assertThat(highest()).isEqualTo(2);
        apply(append("a", 3, 4));
        assertThat(apply(append("a", 3, 4))).isEqualTo(new Done());
    }

    @Test
    void refusesOtherEventsUnderNumbersThatAreTaken() {
        apply(append("a", 1, 1));
        StoredEvent other = new StoredEvent(
                1, 99, "a", "", new StoredEvent.Payload(7, "m", ByteString.fromString("something else")));
        assertThat(apply(new Append(ID, "a", List.of(other)))).isInstanceOf(Refused.class);
    }

    @Test
    void deletedNumbersAreNotUsedAgain() {
        apply(append("a", 1, 3));
        apply(new DeleteTo(ID, 2));
        assertThat(events(1, 9)).containsExactly(3L);
        apply(new DeleteTo(ID, Long.MAX_VALUE));
        assertThat(events(1, 9)).isEmpty();
        assertThat(highest()).isEqualTo(3);
        assertThat(apply(append("a", 1, 1))).isInstanceOf(Refused.class);
        assertThat(apply(append("a", 4, 4))).isEqualTo(new Done());
    }

    @Test
    void answersPagesAndNothingBeyondTheEnd() {
        apply(append("a", 1, 10));
        assertThat(JournalLogic.answer(state, new JournalQuestion.Events(ID, 4, 8, 3)))
                .isEqualTo(new Page(append("a", 4, 6).events()));
        assertThat(events(11, 20)).isEmpty();
        assertThat(events(5, 4)).isEmpty();
    }

    @Test
    void entitiesDoNotKnowOfEachOther() {
        apply(append("a", 1, 5));
        assertThat(JournalLogic.answer(state, new JournalQuestion.HighestSeqNr("other")))
                .isEqualTo(new SeqNr(0));
    }

    @Test
    void findsTheNewestSnapshotOfARange() {
        apply(new SaveSnapshot(ID, snapshot(5, 50)));
        apply(new SaveSnapshot(ID, snapshot(9, 90)));
        apply(new SaveSnapshot(ID, snapshot(7, 70)));
        assertThat(newest(ALL)).isEqualTo(new Found(snapshot(9, 90)));
        assertThat(newest(new SnapshotRange(0, 8, 0, Long.MAX_VALUE))).isEqualTo(new Found(snapshot(7, 70)));
        assertThat(newest(new SnapshotRange(0, 8, 0, 60))).isEqualTo(new Found(snapshot(5, 50)));
        assertThat(newest(new SnapshotRange(10, 20, 0, 60))).isEqualTo(new Found(null));
    }

    @Test
    void aSnapshotReplacesTheOneOfItsNumber() {
        apply(new SaveSnapshot(ID, snapshot(5, 50)));
        apply(new SaveSnapshot(ID, snapshot(5, 60)));
        assertThat(state.entity(ID).snapshots()).containsExactly(snapshot(5, 60));
    }

    @Test
    void deletesSnapshotsOfARangeOnly() {
        apply(new SaveSnapshot(ID, snapshot(5, 50)));
        apply(new SaveSnapshot(ID, snapshot(9, 90)));
        apply(new DeleteSnapshots(ID, new SnapshotRange(0, 8, 0, Long.MAX_VALUE)));
        assertThat(state.entity(ID).snapshots()).containsExactly(snapshot(9, 90));
    }

    private JournalAnswer apply(JournalOperation operation) {
        JournalLogic.Decision decision = JournalLogic.apply(state, operation);
        state = decision.state();
        return decision.answer();
    }

    private long highest() {
        return ((SeqNr) JournalLogic.answer(state, new JournalQuestion.HighestSeqNr(ID))).value();
    }

    private List<Long> events(long from, long to) {
        Page page = (Page) JournalLogic.answer(state, new JournalQuestion.Events(ID, from, to, 100));
        return page.events().stream().map(StoredEvent::seqNr).toList();
    }

    private JournalAnswer newest(SnapshotRange range) {
        return JournalLogic.answer(state, new JournalQuestion.NewestSnapshot(ID, range));
    }
}
