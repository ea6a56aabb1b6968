package dev.troupe.persistence.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaderEpochsTest {
    private static final LeaderEpochs EPOCHS =
            LeaderEpochs.NONE.begin(1, 10).begin(3, 20).begin(6, 30);

    @Test
    void endsAnEpochWhereTheNextBegins() {
        assertThat(EPOCHS.endOf(1, 35)).isEqualTo(new EpochEnd(1, 20));
        assertThat(EPOCHS.endOf(3, 35)).isEqualTo(new EpochEnd(3, 30));
    }

    @Test
    void endsTheLatestEpochWithTheLog() {
        assertThat(EPOCHS.endOf(6, 35)).isEqualTo(new EpochEnd(6, 35));
    }

    @Test
    void answersForAnEpochItNeverHadWithTheOneBefore() {
        assertThat(EPOCHS.endOf(2, 35)).isEqualTo(new EpochEnd(1, 20));
        assertThat(EPOCHS.endOf(0, 35)).isEqualTo(new EpochEnd(0, 10));
    }

    @Test
    void knowsNothingOfLaterEpochs() {
        assertThat(EPOCHS.endOf(7, 35)).isEqualTo(new EpochEnd(-1, -1));
        assertThat(LeaderEpochs.NONE.endOf(0, 0)).isEqualTo(new EpochEnd(-1, -1));
    }

    @Test
    void forgetsAnEpochThatBeganWithoutRecordsWhenTheNextBegins() {
        assertThat(EPOCHS.begin(8, 30).endOf(6, 40)).isEqualTo(new EpochEnd(3, 30));
    }

    @Test
    void ignoresAnEpochThatIsNotNew() {
        assertThat(EPOCHS.begin(6, 33)).isEqualTo(EPOCHS);
        assertThat(EPOCHS.begin(2, 33)).isEqualTo(EPOCHS);
    }

    @Test
    void isCutWithTheLog() {
        assertThat(EPOCHS.truncateTo(30).latest()).isEqualTo(3);
        assertThat(EPOCHS.truncateTo(31).latest()).isEqualTo(6);
        assertThat(EPOCHS.truncateTo(10)).isEqualTo(LeaderEpochs.NONE);
    }

    @Test
    void startsWithTheLog() {
        assertThat(EPOCHS.startAt(25).endOf(1, 35)).isEqualTo(new EpochEnd(1, 25));
        assertThat(EPOCHS.startAt(25).endOf(3, 35)).isEqualTo(new EpochEnd(3, 30));
        assertThat(EPOCHS.startAt(5)).isEqualTo(EPOCHS);
    }

    @Test
    void tellsTheLatestEpochThatHasRecords() {
        assertThat(EPOCHS.latestBefore(30)).isEqualTo(3);
        assertThat(EPOCHS.latestBefore(31)).isEqualTo(6);
        assertThat(EPOCHS.latestBefore(10)).isEqualTo(-1);
    }
}
