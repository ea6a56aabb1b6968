package dev.troupe.persistence.log;

import java.nio.channels.FileChannel;

/**
 * Whole batches of one segment file, to be sent as they are.
 *
 * @param channel the segment's file; stays readable until the segment's delayed deletion
 * @param position where the first batch starts, bytes
 * @param size how many bytes
 */
public record LogSlice(FileChannel channel, long position, int size) {}
