package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What clients ask of a group.
 *
 * @param <R> the reply
 */
public sealed interface GroupRequest<R extends GroupReply> extends GroupInput {

    /** The reply's type. */
    Class<R> replyType();

    /** The reply where nothing was done: {@code NOT_COORDINATOR} and the like. */
    R refused(ErrorCode error);

    /** The reply where there is no such group. */
    R missing();

    /** Whether a group that does not exist comes to be by it. */
    default boolean createsGroup() {
        return false;
    }

    /** A protocol that a member can work with: an assignor's name and the member's metadata for it. */
    record Protocol(String name, Bytes metadata) {
        public Protocol {
            name = CommonNames.shared(name);
        }
    }

    /**
     * Join the group or rejoin it (G4).
     *
     * @param memberId empty for a new member
     * @param protocols in the member's order of preference
     * @param requiresKnownId whether a new member is told its id first (v4+)
     * @param skipsAssignment whether the client understands a leader that need not assign (v9+, KIP-814)
     * @param reason why, as the client says (KIP-800)
     */
    record Join(
            String memberId,
            @Nullable String instanceId,
            String clientId,
            String clientHost,
            String protocolType,
            List<Protocol> protocols,
            int sessionTimeoutMs,
            int rebalanceTimeoutMs,
            boolean requiresKnownId,
            boolean skipsAssignment,
            @Nullable String reason)
            implements GroupRequest<GroupReply.Joined> {
        public Join {
            protocolType = CommonNames.shared(protocolType);
            protocols = List.copyOf(protocols.stream()
                    .collect(Collectors.toMap(Protocol::name, p -> p, (first, again) -> first, LinkedHashMap::new))
                    .values());
        }

        @Override
        public boolean createsGroup() {
            return memberId.isEmpty();
        }

        @Override
        public Class<GroupReply.Joined> replyType() {
            return GroupReply.Joined.class;
        }

        @Override
        public GroupReply.Joined refused(ErrorCode error) {
            return GroupReply.Joined.failed(error, memberId);
        }

        @Override
        public GroupReply.Joined missing() {
            return refused(ErrorCode.UNKNOWN_MEMBER_ID);
        }
    }

    /**
     * Ask for one's assignment; the leader brings all (G5).
     *
     * @param protocolType null in versions that do not tell it, like {@code protocol}
     */
    record Sync(
            String memberId,
            @Nullable String instanceId,
            int generation,
            @Nullable String protocolType,
            @Nullable String protocol,
            Map<String, Bytes> assignments)
            implements GroupRequest<GroupReply.Synced> {
        public Sync {
            assignments = Map.copyOf(assignments);
        }

        @Override
        public Class<GroupReply.Synced> replyType() {
            return GroupReply.Synced.class;
        }

        @Override
        public GroupReply.Synced refused(ErrorCode error) {
            return GroupReply.Synced.failed(error);
        }

        @Override
        public GroupReply.Synced missing() {
            return refused(ErrorCode.UNKNOWN_MEMBER_ID);
        }
    }

    /** A sign of life (G6). */
    record Heartbeat(String memberId, @Nullable String instanceId, int generation)
            implements GroupRequest<GroupReply.Beaten> {
        @Override
        public Class<GroupReply.Beaten> replyType() {
            return GroupReply.Beaten.class;
        }

        @Override
        public GroupReply.Beaten refused(ErrorCode error) {
            return new GroupReply.Beaten(error);
        }

        @Override
        public GroupReply.Beaten missing() {
            return refused(ErrorCode.UNKNOWN_MEMBER_ID);
        }
    }

    /** Members leave or are put out (G7). */
    record Leave(List<Leaver> members) implements GroupRequest<GroupReply.Left> {
        public Leave {
            members = List.copyOf(members);
        }

        /** One of them; the member id may be empty where an instance id is given. */
        public record Leaver(
                String memberId,
                @Nullable String instanceId,
                @Nullable String reason) {}

        @Override
        public Class<GroupReply.Left> replyType() {
            return GroupReply.Left.class;
        }

        @Override
        public GroupReply.Left refused(ErrorCode error) {
            return new GroupReply.Left(error, List.of());
        }

        @Override
        public GroupReply.Left missing() {
            return new GroupReply.Left(
                    ErrorCode.NONE,
                    members.stream()
                            .map(m -> new GroupReply.LeftMember(
                                    m.memberId(), m.instanceId(), ErrorCode.UNKNOWN_MEMBER_ID))
                            .toList());
        }
    }

    /**
     * Commit offsets (G10).
     *
     * @param generation -1 where the committer is no member
     */
    record Commit(
            String memberId, @Nullable String instanceId, int generation, Map<TopicPartition, CommittedOffset> offsets)
            implements GroupRequest<GroupReply.Committed> {
        @Override
        public boolean createsGroup() {
            return generation < 0;
        }

        @Override
        public Class<GroupReply.Committed> replyType() {
            return GroupReply.Committed.class;
        }

        @Override
        public GroupReply.Committed refused(ErrorCode error) {
            return new GroupReply.Committed(error, Set.of());
        }

        @Override
        public GroupReply.Committed missing() {
            return refused(ErrorCode.ILLEGAL_GENERATION);
        }
    }

    /** Read all committed offsets (G11). */
    record FetchOffsets() implements GroupRequest<GroupReply.FetchedOffsets> {
        @Override
        public Class<GroupReply.FetchedOffsets> replyType() {
            return GroupReply.FetchedOffsets.class;
        }

        @Override
        public GroupReply.FetchedOffsets refused(ErrorCode error) {
            return new GroupReply.FetchedOffsets(error, Map.of());
        }

        @Override
        public GroupReply.FetchedOffsets missing() {
            return refused(ErrorCode.NONE);
        }
    }

    /** Delete committed offsets of topics that nobody in the group is subscribed to (G13). */
    record DeleteOffsets(Set<TopicPartition> partitions) implements GroupRequest<GroupReply.DeletedOffsets> {
        public DeleteOffsets {
            partitions = Set.copyOf(partitions);
        }

        @Override
        public Class<GroupReply.DeletedOffsets> replyType() {
            return GroupReply.DeletedOffsets.class;
        }

        @Override
        public GroupReply.DeletedOffsets refused(ErrorCode error) {
            return new GroupReply.DeletedOffsets(error, Map.of());
        }

        @Override
        public GroupReply.DeletedOffsets missing() {
            return refused(ErrorCode.GROUP_ID_NOT_FOUND);
        }
    }

    /** Delete the group, which must have no members (G13). */
    record Delete() implements GroupRequest<GroupReply.Deleted> {
        @Override
        public Class<GroupReply.Deleted> replyType() {
            return GroupReply.Deleted.class;
        }

        @Override
        public GroupReply.Deleted refused(ErrorCode error) {
            return new GroupReply.Deleted(error);
        }

        @Override
        public GroupReply.Deleted missing() {
            return refused(ErrorCode.GROUP_ID_NOT_FOUND);
        }
    }

    /** Describe the group. */
    record Describe() implements GroupRequest<GroupReply.Described> {
        @Override
        public Class<GroupReply.Described> replyType() {
            return GroupReply.Described.class;
        }

        @Override
        public GroupReply.Described refused(ErrorCode error) {
            return GroupReply.Described.failed(error);
        }

        @Override
        public GroupReply.Described missing() {
            return refused(ErrorCode.GROUP_ID_NOT_FOUND);
        }
    }
}
