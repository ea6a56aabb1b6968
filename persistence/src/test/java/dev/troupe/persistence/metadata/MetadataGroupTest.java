package dev.troupe.persistence.metadata;

import static dev.troupe.persistence.metadata.Journals.ID;
import static dev.troupe.persistence.metadata.Journals.append;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetadataGroupTest {

    @TempDir
    private Path directory;

    private SimulatedGroup group;

    @BeforeEach
    void startGroup() {
        group = new SimulatedGroup(directory, 1);
    }

    @AfterEach
    void stopGroup() {
        group.close();
    }

    @Test
    void whatWasAcknowledgedStaysWhenTheLeaderIsLost() {
        appendEach(1, 20);
        group.crash(group.awaitLeader());
        appendEach(21, 25);
        assertThat(highestAt(group.awaitLeader())).isEqualTo(25);
    }

    @Test
    void aLeaderThatIsCutOffAcknowledgesNothing() {
        appendEach(1, 3);
        int old = group.awaitLeader();
        group.isolate(old);
        CompletableFuture<Object> lost = group.propose(old, append("deposed", 4, 4));
        appendEach(4, 6);
        group.heal();
        group.await("the old leader follows", () -> highestAt(old) == 6);
        assertThat(lost).isCompletedExceptionally();
    }

    @Test
    void aLeaderThatIsCutOffAnswersNoQuestion() {
        appendEach(1, 3);
        int old = group.awaitLeader();
        group.isolate(old);
        appendEach(4, 4);
        CompletableFuture<Object> stale = group.ask(old, new JournalQuestion.HighestSeqNr(ID));
        group.pass(Duration.ofSeconds(5));
        assertThat(stale).isCompletedExceptionally();
    }

    @Test
    void aMemberThatWasAwayForAWhileCatchesUpFromTheLog() {
        int away = follower();
        group.crash(away);
        appendEach(1, SimulatedGroup.COMMITS_PER_SNAPSHOT / 2);
        group.start(away);
        group.await("the log", () -> highestAt(away) == SimulatedGroup.COMMITS_PER_SNAPSHOT / 2);
    }

    @Test
    void aMemberThatWasAwayForLongCatchesUpFromASnapshot() {
        int away = follower();
        group.crash(away);
        appendEach(1, 3 * SimulatedGroup.COMMITS_PER_SNAPSHOT);
        group.start(away);
        group.await("the snapshot", () -> highestAt(away) == 3 * SimulatedGroup.COMMITS_PER_SNAPSHOT);
    }

    @Test
    void aSnapshotOfManyPiecesTravels() {
        int away = follower();
        group.crash(away);
        for (long first = 1; first < 20_000; first += 200) {
            assertThat(group.write(append("w", first, first + 199))).isEqualTo(new JournalAnswer.Done());
        }
        group.start(away);
        group.await("the snapshot", () -> highestAt(away) == 20_000);
        assertThat(group.stateOf(away)).isEqualTo(group.stateOf(group.awaitLeader()));
    }

    /** MicroRaft alone would leave the old leader behind until the next snapshot. */
    @Test
    void anOldLeaderOfWhomNobodyElseHasAnEntryCatchesUp() {
        int old = group.awaitLeader();
        long snapshotAt = appendUntilSnapshot();
        group.isolate(old);
        for (long seqNr = snapshotAt + 1; seqNr <= snapshotAt + 3; seqNr++) {
            var _ = group.propose(old, append("w", seqNr, seqNr));
        }
        group.pass(Duration.ofMillis(100));
        group.crash(old);
        appendEach(snapshotAt + 1, snapshotAt + 5);
        group.heal();
        group.start(old);
        group.await("the old leader follows", () -> highestAt(old) == snapshotAt + 5);
    }

    /** MicroRaft alone would have nobody who calls an election: the one in front still believes to be asking for pre-votes. */
    @Test
    void aMemberThatJustRestartedStillNoticesThatTheLeaderIsLost() {
        appendEach(1, 3);
        int leader = group.awaitLeader();
        int behind = follower();
        int inFront = 6 - leader - behind;
        group.isolate(behind);
        group.crash(inFront);
        group.start(inFront);
        appendEach(4, 6);
        group.heal();
        group.crash(leader);
        appendEach(7, 7);
        assertThat(highestAt(group.awaitLeader())).isEqualTo(7);
    }

    /** With two members left, the leader's own copy of the entry that begins its term is needed for a majority. */
    @Test
    void aNewLeaderAnswersBeforeAnythingIsWritten() {
        appendEach(1, 3);
        group.pass(Duration.ofSeconds(1));
        group.crash(group.awaitLeader());
        int leader = group.awaitLeader();
        group.pass(Duration.ofSeconds(2));
        CompletableFuture<Object> answer = group.ask(leader, new JournalQuestion.HighestSeqNr(ID));
        group.pass(Duration.ofSeconds(2));
        assertThat(answer).isCompletedWithValue(new JournalAnswer.SeqNr(3));
    }

    @Test
    void theWholeGroupRestartsWithAllItHad() {
        appendEach(1, 120);
        group.running().forEach(group::crash);
        for (int id = 1; id <= 3; id++) {
            group.start(id);
        }
        appendEach(121, 121);
        assertThat(highestAt(group.awaitLeader())).isEqualTo(121);
    }

    private void appendEach(long first, long last) {
        for (long seqNr = first; seqNr <= last; seqNr++) {
            assertThat(group.write(append("w", seqNr, seqNr))).isEqualTo(new JournalAnswer.Done());
        }
    }

    /** The first entry of the term takes one index, so the snapshot is one event early. */
    private long appendUntilSnapshot() {
        long last = SimulatedGroup.COMMITS_PER_SNAPSHOT - 1;
        appendEach(1, last);
        group.pass(Duration.ofSeconds(1));
        return last;
    }

    private int follower() {
        int leader = group.awaitLeader();
        return leader == 1 ? 2 : 1;
    }

    private long highestAt(int id) {
        return group.stateOf(id).entity(ID).highestSeqNr();
    }
}
