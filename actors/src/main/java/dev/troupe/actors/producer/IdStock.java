package dev.troupe.actors.producer;

/**
 * The ids in stock: one block in use and perhaps the next one. Immutable.
 *
 * @param next the id to hand out next
 * @param end where the block in use ends, exclusive
 * @param spareFirst where the next block begins
 * @param spareEnd where it ends, exclusive; the same as its begin where there is none
 */
record IdStock(long next, long end, long spareFirst, long spareEnd) {
    static final IdStock EMPTY = new IdStock(0, 0, 0, 0);

    boolean isEmpty() {
        return next == end && !hasSpare();
    }

    private boolean hasSpare() {
        return spareFirst < spareEnd;
    }

    /** Whether it is time for another block: nine tenths of the one in use are gone and no other is there. */
    boolean runsLow(int blockSize) {
        return !hasSpare() && (end - next) * 10 <= blockSize;
    }

    /** With another block behind what there is. */
    IdStock with(long first, int count) {
        if (hasSpare()) {
            throw new IllegalStateException("a block more than was asked for: " + first);
        }
        return next == end ? new IdStock(first, first + count, 0, 0) : new IdStock(next, end, first, first + count);
    }

    /** Without the id {@link #first} names. */
    IdStock afterTaking() {
        if (next < end) {
            return new IdStock(next + 1, end, spareFirst, spareEnd);
        }
        return new IdStock(spareFirst + 1, spareEnd, 0, 0);
    }

    /** The id to hand out. */
    long first() {
        if (isEmpty()) {
            throw new IllegalStateException("no ids in stock");
        }
        return next < end ? next : spareFirst;
    }
}
