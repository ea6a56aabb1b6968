package dev.troupe.persistence.offsets;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group as it stood when its last generation was complete.
 *
 * @param protocolType what kind of members it has, {@code consumer} for consumers
 * @param generation the generation
 * @param protocol the protocol chosen, null where the group has no members
 * @param leader the leader's member id, null where the group has no members
 * @param stateTimestampMs when it came to this state, wall clock; -1 where that is not known
 * @param members with their assignments
 */
public record StoredGroup(
        String protocolType,
        int generation,
        @Nullable String protocol,
        @Nullable String leader,
        long stateTimestampMs,
        List<StoredMember> members) {
    public StoredGroup {
        members = List.copyOf(members);
    }
}
