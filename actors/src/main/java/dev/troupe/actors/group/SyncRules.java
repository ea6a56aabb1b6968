package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupEffect.Awaited;
import dev.troupe.actors.group.GroupEvent.GenerationCompleted;
import dev.troupe.actors.group.GroupEvent.MemberSynced;
import dev.troupe.actors.group.GroupReply.Synced;
import dev.troupe.actors.group.GroupRequest.Sync;
import dev.troupe.actors.group.GroupState.CompletingRebalance;
import dev.troupe.actors.group.GroupState.Dead;
import dev.troupe.actors.group.GroupState.Empty;
import dev.troupe.actors.group.GroupState.PreparingRebalance;
import dev.troupe.actors.group.GroupState.Stable;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.persistence.offsets.StoredGroup;
import dev.troupe.protocol.ErrorCode;
import java.util.Objects;

/** SyncGroup (G5): everybody waits for the leader's assignment, which is kept before anybody gets its part. */
final class SyncRules {

    void sync(Draft draft, Sync sync) {
        ErrorCode error = check(draft.state(), sync);
        if (error != ErrorCode.NONE) {
            draft.reply(sync.refused(error));
            return;
        }
        switch (draft.state()) {
            case CompletingRebalance c -> await(draft, c, sync);
            case Stable s -> answer(draft, s, sync.memberId());
            case PreparingRebalance p -> draft.reply(sync.refused(ErrorCode.REBALANCE_IN_PROGRESS));
            case Empty e -> draft.reply(sync.refused(ErrorCode.UNKNOWN_MEMBER_ID));
            case Dead d -> draft.reply(sync.refused(ErrorCode.UNKNOWN_MEMBER_ID));
        }
    }

    private static ErrorCode check(GroupState state, Sync sync) {
        ErrorCode error = MemberRules.check(state, sync.memberId(), sync.instanceId(), sync.generation());
        if (error != ErrorCode.NONE) {
            return error;
        }
        boolean typeFits = sync.protocolType() == null
                || sync.protocolType().equals(state.core().protocolType());
        boolean protocolFits = switch (state) {
            case CompletingRebalance c -> fits(sync, c.protocol());
            case Stable s -> fits(sync, s.protocol());
            case PreparingRebalance p -> true;
            case Empty e -> true;
            case Dead d -> true;
        };
        return typeFits && protocolFits ? ErrorCode.NONE : ErrorCode.INCONSISTENT_GROUP_PROTOCOL;
    }

    private static boolean fits(Sync sync, String chosen) {
        return sync.protocol() == null || sync.protocol().equals(chosen);
    }

    private static void await(Draft draft, CompletingRebalance state, Sync sync) {
        draft.happen(new MemberSynced(sync.memberId()));
        draft.park(Awaited.ASSIGNMENT, sync.memberId());
        MemberRules.keepAlive(draft, sync.memberId());
        if (sync.memberId().equals(state.leader())) {
            assign(draft, sync);
        }
    }

    private static void assign(Draft draft, Sync sync) {
        CompletingRebalance state = (CompletingRebalance) draft.state();
        Members members =
                state.members().map(m -> m.withAssignment(sync.assignments().getOrDefault(m.id(), Bytes.EMPTY)));
        StoredGroup stored = RebalanceRules.toStore(draft, state.protocol(), state.leader(), members);
        draft.keep(new GenerationCompleted(stored));
        Stable stable = (Stable) draft.state();
        for (Member member : stable.members().all()) {
            if (!stable.unsynced().contains(member.id())) {
                draft.release(Awaited.ASSIGNMENT, member.id(), given(stable, member));
                MemberRules.keepAlive(draft, member.id());
            }
        }
        if (stable.unsynced().isEmpty()) {
            draft.cancel(new GroupTimer.Assignment());
        }
    }

    private static void answer(Draft draft, Stable state, String memberId) {
        draft.happen(new MemberSynced(memberId));
        MemberRules.keepAlive(draft, memberId);
        draft.reply(given(state, Objects.requireNonNull(state.members().get(memberId))));
        if (((Stable) draft.state()).unsynced().isEmpty()) {
            draft.cancel(new GroupTimer.Assignment());
        }
    }

    private static Synced given(Stable state, Member member) {
        return new Synced(ErrorCode.NONE, state.core().protocolType(), state.protocol(), member.assignment());
    }
}
