package dev.troupe.actors.partition;

import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.metadata.PartitionInfo;
import org.jspecify.annotations.Nullable;

/**
 * A hosted replica as readers may see it at one moment.
 *
 * @param role what this replica is
 * @param info leadership as this replica knows it
 * @param log its log, null while it is not open
 * @param reason why it is offline, null otherwise
 */
public record PartitionView(
        Role role,
        PartitionInfo info,
        @Nullable LogView log,
        @Nullable String reason) {
    /** What a replica does. */
    public enum Role {
        LEADER,
        FOLLOWER,
        OFFLINE
    }
}
