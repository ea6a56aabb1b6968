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
    private final ConcurrentMap<String, Integer> onTheirWay = new ConcurrentHashMap<>();
    private final IntSupplier partitionCount;

    Tenures(IntSupplier partitionCount) {
        this.partitionCount = partitionCount;
    }

    /**
     * A request for the group goes by way of the coordinator. Until it has been {@link #delivered} all later ones must take that
     * way too, lest they overtake it: the order of a connection's commits is the order of its offsets (G16).
     */
    void delivering(String groupId) {
        onTheirWay.merge(groupId, 1, Integer::sum);
    }

    /** The coordinator has handed such a request on. */
    void delivered(String groupId) {
        onTheirWay.computeIfPresent(groupId, (group, count) -> count == 1 ? null : count - 1);
    }

    /** Whether requests for the group may go straight to its actor. */
    boolean direct(String groupId) {
        return !onTheirWay.containsKey(groupId);
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
