package dev.troupe.actors.client;

/**
 * A record that waits to be written, without its content.
 *
 * @param ticket its number, by which the producer finds the record
 * @param bytes how large it is
 * @param deadlineNanos when it is given up, in monotonic time
 */
record Parcel(long ticket, int bytes, long deadlineNanos) {

    boolean isOver(long nowNanos) {
        return deadlineNanos - nowNanos <= 0;
    }
}
