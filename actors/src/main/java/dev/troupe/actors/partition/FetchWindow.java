package dev.troupe.actors.partition;

/**
 * How much one follower asks for: little where little comes, as at the log end; twice as much each time the answer was half full
 * or more, as far as the node's {@link FetchBudget} reaches. A batch larger than that comes all the same, alone.
 */
final class FetchWindow {
    /** What every follower may ask for without borrowing. */
    static final int SHARE = 64 * 1024;

    private final FetchBudget budget;
    private final int max;
    private int asked;
    private int wanted = SHARE;
    private int borrowed;

    /**
     * @param max the most to ask for at a time
     */
    FetchWindow(FetchBudget budget, int max) {
        this.budget = budget;
        this.max = max;
    }

    /** How much to ask for now. */
    int open() {
        close();
        borrowed = budget.borrow(Math.max(0, Math.min(wanted, max) - SHARE));
        asked = Math.min(SHARE, max) + borrowed;
        return asked;
    }

    /** So much has come. */
    void answered(int bytes) {
        wanted = bytes >= asked / 2 ? 2 * asked : SHARE;
        close();
    }

    /** Nothing is under way. */
    void close() {
        budget.giveBack(borrowed);
        borrowed = 0;
    }
}
