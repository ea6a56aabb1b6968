package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupRequest.Join;
import dev.troupe.actors.group.GroupRequest.Protocol;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.persistence.offsets.StoredMember;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A member of a group.
 *
 * @param id its member id
 * @param instanceId its {@code group.instance.id}, null for a dynamic member
 * @param protocols in its order of preference
 * @param assignment as the leader of the last complete generation gave it
 * @param joining whether its JoinGroup waits for the join phase to end
 * @param fresh whether it has not been in any generation yet, so that it cannot send heartbeats
 */
record Member(
        String id,
        @Nullable String instanceId,
        String clientId,
        String clientHost,
        int rebalanceTimeoutMs,
        int sessionTimeoutMs,
        List<Protocol> protocols,
        Bytes assignment,
        boolean joining,
        boolean fresh) {

    /** A member as its JoinGroup describes it, which waits. */
    static Member joining(String id, Join join, boolean fresh) {
        return new Member(
                id,
                join.instanceId(),
                join.clientId(),
                join.clientHost(),
                join.rebalanceTimeoutMs(),
                join.sessionTimeoutMs(),
                join.protocols(),
                Bytes.EMPTY,
                true,
                fresh);
    }

    boolean isStatic() {
        return instanceId != null;
    }

    /** Whether a group that has the other instead knows as many supporters of each protocol and the same instances. */
    boolean countsLike(Member other) {
        return Objects.equals(instanceId, other.instanceId) && protocols.equals(other.protocols);
    }

    /** Its metadata for a protocol, empty where it does not know the protocol. */
    Bytes metadata(String protocol) {
        for (Protocol p : protocols) {
            if (p.name().equals(protocol)) {
                return p.metadata();
            }
        }
        return Bytes.EMPTY;
    }

    /** The member as it is kept with a generation. */
    StoredMember stored(String protocol) {
        return new StoredMember(
                id,
                instanceId,
                clientId,
                clientHost,
                rebalanceTimeoutMs,
                sessionTimeoutMs,
                metadata(protocol),
                assignment);
    }

    Member withAssignment(Bytes next) {
        return new Member(
                id,
                instanceId,
                clientId,
                clientHost,
                rebalanceTimeoutMs,
                sessionTimeoutMs,
                protocols,
                next,
                joining,
                fresh);
    }

    Member withJoining(boolean next) {
        return next == joining
                ? this
                : new Member(
                        id,
                        instanceId,
                        clientId,
                        clientHost,
                        rebalanceTimeoutMs,
                        sessionTimeoutMs,
                        protocols,
                        assignment,
                        next,
                        fresh);
    }

    /** The member once a generation has begun with it. */
    Member settled() {
        return new Member(
                id,
                instanceId,
                clientId,
                clientHost,
                rebalanceTimeoutMs,
                sessionTimeoutMs,
                protocols,
                assignment,
                false,
                false);
    }
}
