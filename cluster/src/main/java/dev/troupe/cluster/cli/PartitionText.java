package dev.troupe.cluster.cli;

import dev.troupe.protocol.TopicPartition;

/** Partitions as they are typed: {@code orders:3}. */
final class PartitionText {
    private PartitionText() {}

    static TopicPartition parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            if (colon > 0) {
                return new TopicPartition(
                        text.substring(0, colon), Integer.parseUnsignedInt(text, colon + 1, text.length(), 10));
            }
        } catch (NumberFormatException noNumber) {
            // Said below.
        }
        throw new CommandFailure("invalid partition '" + text + "': it must be like orders:3");
    }
}
