package dev.troupe.persistence.offsets;

import org.jspecify.annotations.Nullable;

/**
 * A member as it stood when its group's last generation was complete.
 *
 * @param memberId its id
 * @param instanceId its {@code group.instance.id}, null for a dynamic member
 * @param clientId as the client named itself
 * @param clientHost its address
 * @param rebalanceTimeoutMs how long it may take to rejoin
 * @param sessionTimeoutMs how long it may be silent
 * @param subscription its metadata for the chosen protocol
 * @param assignment what the leader gave it
 */
public record StoredMember(
        String memberId,
        @Nullable String instanceId,
        String clientId,
        String clientHost,
        int rebalanceTimeoutMs,
        int sessionTimeoutMs,
        Bytes subscription,
        Bytes assignment) {}
