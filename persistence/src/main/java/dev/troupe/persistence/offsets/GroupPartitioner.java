package dev.troupe.persistence.offsets;

/** Which partition of {@code __consumer_offsets} a group belongs to (BEHAVIOUR G1). */
public final class GroupPartitioner {
    private GroupPartitioner() {}

    /**
     * Kafka's rule: the absolute value of the id's hash, 0 for the smallest int, modulo the number of partitions.
     *
     * @param partitions how many partitions the topic has, at least 1
     */
    public static int partitionOf(String groupId, int partitions) {
        int hash = groupId.hashCode();
        return (hash == Integer.MIN_VALUE ? 0 : Math.abs(hash)) % partitions;
    }
}
