package dev.troupe.protocol.metadata;

import java.util.List;

/**
 * A partition's assignment and leadership as decided by the controller.
 *
 * @param partition its number
 * @param leader the leader's broker id, or {@link #NO_LEADER}
 * @param leaderEpoch raised by every change of leader (P3)
 * @param partitionEpoch raised by every change of any of this
 * @param replicas assigned brokers, preferred leader first
 * @param isr in-sync replicas
 */
public record PartitionInfo(
        int partition, int leader, int leaderEpoch, int partitionEpoch, List<Integer> replicas, List<Integer> isr) {

    /** The leader of a partition that is offline. */
    public static final int NO_LEADER = -1;

    public PartitionInfo {
        replicas = List.copyOf(replicas);
        isr = List.copyOf(isr);
    }

    /** Whether somebody leads it. */
    public boolean hasLeader() {
        return leader != NO_LEADER;
    }
}
