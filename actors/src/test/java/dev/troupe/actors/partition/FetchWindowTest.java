package dev.troupe.actors.partition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FetchWindowTest {
    private static final int SHARE = FetchWindow.SHARE;
    private static final int MAX = 8 * SHARE;

    private final FetchBudget budget = new FetchBudget(10 * SHARE);
    private final FetchWindow window = new FetchWindow(budget, MAX);

    @Test
    void asksForTwiceAsMuchWhileAnswersAreFullAndForLittleOnceTheyAreNot() {
        assertThat(window.open()).isEqualTo(SHARE);
        window.answered(SHARE / 2);
        assertThat(window.open()).isEqualTo(2 * SHARE);
        window.answered(2 * SHARE);
        assertThat(window.open()).isEqualTo(4 * SHARE);
        window.answered(4 * SHARE);
        assertThat(window.open()).isEqualTo(MAX);
        window.answered(MAX);
        assertThat(window.open()).isEqualTo(MAX);
        window.answered(100);
        assertThat(window.open()).isEqualTo(SHARE);
    }

    @Test
    void allTogetherBorrowNoMoreThanThereIs() {
        FetchWindow other = new FetchWindow(budget, MAX);
        full(window);
        full(other);

        assertThat(window.open()).isEqualTo(MAX);
        assertThat(other.open()).isEqualTo(4 * SHARE);
        window.close();
        assertThat(other.open()).isEqualTo(MAX);
    }

    @Test
    void whoCatchesUpHasItsShareHoweverManyDo() {
        FetchWindow late = new FetchWindow(new FetchBudget(0), MAX);
        full(late);

        assertThat(late.open()).isEqualTo(SHARE);
    }

    @Test
    void whatIsUnderWayIsGivenBackOnce() {
        full(window);
        window.open();
        window.close();
        window.close();

        assertThat(budget.borrow(100 * SHARE)).isEqualTo(10 * SHARE);
    }

    @Test
    void asksForNoMoreThanTheMost() {
        assertThat(new FetchWindow(budget, 1000).open()).isEqualTo(1000);
    }

    private static void full(FetchWindow window) {
        for (int i = 0; i < 4; i++) {
            window.answered(window.open());
        }
    }
}
