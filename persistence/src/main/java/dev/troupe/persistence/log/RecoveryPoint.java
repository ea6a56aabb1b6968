package dev.troupe.persistence.log;

/**
 * The offset below which everything was forced to disk. Two threads move it: the appending one, and one that forces finished
 * segments in the background, whose work is void where the log was cut meanwhile.
 */
final class RecoveryPoint {
    private volatile long offset;
    private long most = Long.MAX_VALUE;
    private int cuts;

    RecoveryPoint(long offset) {
        this.offset = offset;
    }

    long offset() {
        return offset;
    }

    /** A number to give to {@link #advance}. */
    synchronized int cuts() {
        return cuts;
    }

    /** Everything below {@code next} was forced to disk, unless the log was cut since {@link #cuts} told {@code cutsBefore}. */
    synchronized void advance(long next, int cutsBefore) {
        if (cuts == cutsBefore) {
            offset = Math.max(offset, Math.min(next, most));
        }
    }

    /** The log is about to be cut at {@code end}: until it {@link #cut was}, the offset keeps below. */
    synchronized void keepBelow(long end) {
        most = end;
        offset = Math.min(offset, end);
    }

    /** The log was cut at {@code end}. */
    synchronized void cut(long end) {
        cuts++;
        most = Long.MAX_VALUE;
        offset = Math.min(offset, end);
    }
}
