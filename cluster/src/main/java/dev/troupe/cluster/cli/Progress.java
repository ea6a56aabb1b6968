package dev.troupe.cluster.cli;

import java.io.PrintWriter;

/** A bar on the error stream that shows how far long work is; nothing where that is no terminal. */
final class Progress {
    private static final int WIDTH = 30;

    private final PrintWriter err;
    private final long whole;
    private final String things;

    @SuppressWarnings("SystemConsoleNull") // it is null where -Djdk.console names a provider that has none
    private final boolean shown = System.console() != null && System.console().isTerminal();

    private long percent = -1;

    Progress(PrintWriter err, long whole, String things) {
        this.err = err;
        this.whole = whole;
        this.things = things;
    }

    /** So much is done. */
    void at(long done) {
        long now = whole == 0 ? 100 : done * 100 / whole;
        if (shown && now != percent) {
            percent = now;
            int full = (int) (now * WIDTH / 100);
            err.printf(
                    "\r[%s%s] %3d %%  %d of %d %s",
                    "#".repeat(full), " ".repeat(WIDTH - full), now, done, whole, things);
            err.flush();
        }
    }

    /** No more comes. */
    void end() {
        if (shown) {
            err.println();
            err.flush();
        }
    }
}
