package dev.troupe.persistence.offsets;

import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.ErrorCode;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The partitions of {@code __consumer_offsets} that are loaded on this node. Any thread. */
public final class OffsetsStore {
    private final OffsetsLog log;
    private final IntSupplier partitionCount;
    private final InstantSource clock;
    private final ConcurrentMap<Integer, OffsetsPartition> loaded = new ConcurrentHashMap<>();

    /**
     * A store with nothing loaded.
     *
     * @param partitionCount how many partitions the topic has
     */
    public OffsetsStore(OffsetsLog log, IntSupplier partitionCount, InstantSource clock) {
        this.log = log;
        this.partitionCount = partitionCount;
        this.clock = clock;
    }

    /**
     * Reads a partition that this node has come to lead; blocks on file I/O.
     *
     * @return the ids of the groups it holds
     */
    public Set<String> load(int partition, int leaderEpoch) throws IOException {
        LogView view = log.view(partition)
                .orElseThrow(() -> new IOException("__consumer_offsets-" + partition + " is not led here any more"));
        OffsetsPartition read =
                new OffsetsPartition(partition, leaderEpoch, log, clock, new OffsetsLoader(view).load());
        loaded.merge(partition, read, (one, other) -> one.leaderEpoch() > other.leaderEpoch() ? one : other);
        return read.groups();
    }

    /** Forgets a partition that another node leads now. */
    public void unload(int partition, int leaderEpoch) {
        loaded.computeIfPresent(partition, (p, held) -> held.leaderEpoch() <= leaderEpoch ? null : held);
    }

    /** Appends what a group persists. */
    CompletableFuture<@Nullable Void> write(String group, OffsetsRecords records) {
        Optional<OffsetsPartition> partition = partitionOf(group);
        if (partition.isEmpty() || partition.get().leaderEpoch() != records.leaderEpoch()) {
            return CompletableFuture.failedFuture(new OffsetsWriteException(
                    ErrorCode.NOT_LEADER_OR_FOLLOWER, "this node does not hold group " + group + " any more"));
        }
        return partition.get().write(records.records());
    }

    /**
     * The live records of a group, once all its writes are settled; none where its partition is not loaded, which the group
     * sees by its tenure having ended.
     */
    CompletableFuture<List<OffsetsRecord>> replay(String group) {
        return partitionOf(group)
                .map(partition -> partition.settled().thenApply(done -> partition.recordsOf(group)))
                .orElseGet(() -> CompletableFuture.completedFuture(List.of()));
    }

    /** The live records of a group as they are now; none where its partition is not loaded. */
    public List<OffsetsRecord> recordsOf(String group) {
        return partitionOf(group).map(partition -> partition.recordsOf(group)).orElse(List.of());
    }

    /** The groups of a loaded partition that have offsets of some of these topics. */
    public Set<String> groupsWithOffsetsOf(int partition, Set<String> topics) {
        OffsetsPartition held = loaded.get(partition);
        return held == null ? Set.of() : held.groupsWithOffsetsOf(topics);
    }

    private Optional<OffsetsPartition> partitionOf(String group) {
        return Optional.ofNullable(loaded.get(GroupPartitioner.partitionOf(group, partitionCount.getAsInt())));
    }
}
