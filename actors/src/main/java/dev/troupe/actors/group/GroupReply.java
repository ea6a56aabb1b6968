package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a group answers; every reply has an error, {@link ErrorCode#NONE} where all is well. */
public sealed interface GroupReply {

    ErrorCode error();

    /**
     * Answer to {@link GroupRequest.Join}.
     *
     * @param generation -1 on error
     * @param members all members with their metadata, for the leader only
     */
    record Joined(
            ErrorCode error,
            int generation,
            @Nullable String protocolType,
            @Nullable String protocol,
            String leader,
            boolean skipAssignment,
            String memberId,
            List<JoinedMember> members)
            implements GroupReply {
        static final int NO_GENERATION = -1;

        static Joined failed(ErrorCode error, String memberId) {
            return new Joined(error, NO_GENERATION, null, null, "", false, memberId, List.of());
        }
    }

    /** A member as its leader sees it. */
    record JoinedMember(String memberId, @Nullable String instanceId, Bytes metadata) {}

    /** Answer to {@link GroupRequest.Sync}. */
    record Synced(
            ErrorCode error,
            @Nullable String protocolType,
            @Nullable String protocol,
            Bytes assignment) implements GroupReply {
        static Synced failed(ErrorCode error) {
            return new Synced(error, null, null, Bytes.EMPTY);
        }
    }

    /** Answer to {@link GroupRequest.Heartbeat}. */
    record Beaten(ErrorCode error) implements GroupReply {}

    /** Answer to {@link GroupRequest.Leave}: one result for each leaver, in order. */
    record Left(ErrorCode error, List<LeftMember> members) implements GroupReply {}

    /** What became of one leaver. */
    record LeftMember(String memberId, @Nullable String instanceId, ErrorCode error) {}

    /** Answer to {@link GroupRequest.Commit}; partitions whose metadata is too long are named and not committed. */
    record Committed(ErrorCode error, Set<TopicPartition> tooLarge) implements GroupReply {}

    /** Answer to {@link GroupRequest.FetchOffsets}. */
    record FetchedOffsets(ErrorCode error, Map<TopicPartition, CommittedOffset> offsets) implements GroupReply {}

    /** Answer to {@link GroupRequest.DeleteOffsets}. */
    record DeletedOffsets(ErrorCode error, Map<TopicPartition, ErrorCode> partitions) implements GroupReply {}

    /** Answer to {@link GroupRequest.Delete}. */
    record Deleted(ErrorCode error) implements GroupReply {}

    /**
     * Answer to {@link GroupRequest.Describe}.
     *
     * @param state the life-cycle state
     * @param protocol the chosen protocol, empty where none is in force
     */
    record Described(
            ErrorCode error,
            GroupPhase state,
            int generation,
            String protocolType,
            String protocol,
            List<DescribedMember> members)
            implements GroupReply {
        static Described failed(ErrorCode error) {
            return new Described(error, GroupPhase.DEAD, 0, "", "", List.of());
        }
    }

    /** A member with what it asked for and what it got; both empty while a rebalance is under way. */
    record DescribedMember(
            String memberId,
            @Nullable String instanceId,
            String clientId,
            String clientHost,
            Bytes metadata,
            Bytes assignment) {}
}
