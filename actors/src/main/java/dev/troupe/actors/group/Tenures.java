package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.GroupPartitioner;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntSupplier;

/** Which partitions of {@code __consumer_offsets} this node coordinates now. Any thread reads; the coordinator writes. */
final class Tenures {
    private final ConcurrentMap<Integer, Tenure> byPartition = new ConcurrentHashMap<>();
    private final IntSupplier partitionCount;

    Tenures(IntSupplier partitionCount) {
        this.partitionCount = partitionCount;
    }

    Optional<Tenure> of(String groupId) {
        return current(GroupPartitioner.partitionOf(groupId, partitionCount.getAsInt()));
    }

    Optional<Tenure> current(int partition) {
        return Optional.ofNullable(byPartition.get(partition));
    }

    Collection<Tenure> all() {
        return byPartition.values();
    }

    void begin(Tenure tenure) {
        byPartition.put(tenure.partition(), tenure);
    }

    void end(Tenure tenure) {
        byPartition.remove(tenure.partition(), tenure);
    }
}
