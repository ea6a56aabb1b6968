package dev.troupe.actors.partition;

import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.metadata.PartitionInfo;
import org.jspecify.annotations.Nullable;

/**
 * A hosted replica as readers may see it at one moment.
 *
 * @param role what this replica is
 * @param info leadership as this replica knows it
 * @param epochStartOffset where the leader epoch began in the log, for a leader: until the high watermark has reached it the
 *     latest offset is not known (KIP-207)
 * @param log its log, null while it is not open
 * @param reason why it is offline, null otherwise
 */
public record PartitionView(
        Role role,
        PartitionInfo info,
        long epochStartOffset,
        @Nullable LogView log,
        @Nullable String reason) {
    /** What a replica does. */
    public enum Role {
        /** Serves reads and writes. */
        LEADER,
        /** Copies the leader's log. */
        FOLLOWER,
        /** Has no log that it could use, or does not know yet what it is. */
        OFFLINE
    }
}
