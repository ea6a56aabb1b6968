package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupEvent.GroupDeleted;
import dev.troupe.actors.group.GroupEvent.OffsetsCommitted;
import dev.troupe.actors.group.GroupEvent.OffsetsRemoved;
import dev.troupe.actors.group.GroupReply.Committed;
import dev.troupe.actors.group.GroupReply.DeletedOffsets;
import dev.troupe.actors.group.GroupRequest.Commit;
import dev.troupe.actors.group.GroupRequest.Delete;
import dev.troupe.actors.group.GroupRequest.DeleteOffsets;
import dev.troupe.actors.group.GroupState.CompletingRebalance;
import dev.troupe.actors.group.GroupState.Empty;
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Committing and deleting offsets, and deleting groups (G10, G13). */
final class OffsetRules {
    private final GroupSettings settings;

    OffsetRules(GroupSettings settings) {
        this.settings = settings;
    }

    void commit(Draft draft, Commit commit) {
        ErrorCode error = check(draft.state(), commit);
        if (error != ErrorCode.NONE) {
            draft.reply(commit.refused(error));
            return;
        }
        MemberRules.keepAlive(draft, commit.memberId());
        Map<TopicPartition, CommittedOffset> accepted = new HashMap<>();
        Set<TopicPartition> tooLarge = new HashSet<>();
        commit.offsets().forEach((tp, offset) -> {
            if (isTooLarge(offset)) {
                tooLarge.add(tp);
            } else {
                accepted.put(tp, offset);
            }
        });
        if (!accepted.isEmpty()) {
            draft.keep(new OffsetsCommitted(accepted));
        }
        draft.reply(new Committed(ErrorCode.NONE, tooLarge));
    }

    /**
     * Whoever is no member and speaks of no generation may commit while the group has no members; a member commits in its
     * generation, also while the next one gathers, but not between being told of a generation and its assignment.
     */
    private static ErrorCode check(GroupState state, Commit commit) {
        boolean isEmpty = state instanceof Empty;
        if (commit.generation() < 0 && isEmpty) {
            return ErrorCode.NONE;
        }
        if (commit.generation() < 0 && commit.memberId().isEmpty() && commit.instanceId() == null) {
            return ErrorCode.UNKNOWN_MEMBER_ID;
        }
        ErrorCode error = MemberRules.check(state, commit.memberId(), commit.instanceId(), commit.generation());
        if (error != ErrorCode.NONE) {
            return error;
        }
        return state instanceof CompletingRebalance ? ErrorCode.REBALANCE_IN_PROGRESS : ErrorCode.NONE;
    }

    private boolean isTooLarge(CommittedOffset offset) {
        String metadata = offset.metadata();
        return metadata.length() > settings.offsetMetadataMaxBytes()
                || metadata.getBytes(StandardCharsets.UTF_8).length > settings.offsetMetadataMaxBytes();
    }

    void deleteOffsets(Draft draft, DeleteOffsets request) {
        GroupState state = draft.state();
        if (!(state instanceof Empty) && !state.core().hasConsumers()) {
            draft.reply(request.refused(ErrorCode.NON_EMPTY_GROUP));
            return;
        }
        Map<TopicPartition, ErrorCode> results = new HashMap<>();
        Set<TopicPartition> removed = new HashSet<>();
        Subscriptions subscriptions = Subscriptions.of(state);
        for (TopicPartition tp : request.partitions()) {
            boolean used = subscriptions.mayInclude(tp.topic());
            results.put(tp, used ? ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC : ErrorCode.NONE);
            if (!used && state.core().offsets().containsKey(tp)) {
                removed.add(tp);
            }
        }
        if (!removed.isEmpty()) {
            draft.keep(new OffsetsRemoved(removed, "deleted by request"));
        }
        draft.reply(new DeletedOffsets(ErrorCode.NONE, results));
    }

    void delete(Draft draft, Delete request) {
        if (!(draft.state() instanceof Empty)) {
            draft.reply(request.refused(ErrorCode.NON_EMPTY_GROUP));
            return;
        }
        draft.keep(new GroupDeleted(draft.core().offsets().keySet(), "deleted by request"));
        draft.reply(request.refused(ErrorCode.NONE));
    }

    void topicsDeleted(Draft draft, Set<String> topics) {
        Set<TopicPartition> gone = new HashSet<>();
        for (TopicPartition tp : draft.core().offsets().keySet()) {
            if (topics.contains(tp.topic())) {
                gone.add(tp);
            }
        }
        if (!gone.isEmpty()) {
            draft.keep(new OffsetsRemoved(gone, "topic deleted"));
        }
    }
}
