package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupEffect.Awaited;
import dev.troupe.actors.group.GroupEvent.GenerationCompleted;
import dev.troupe.actors.group.GroupEvent.GenerationFormed;
import dev.troupe.actors.group.GroupEvent.LeaderChosen;
import dev.troupe.actors.group.GroupEvent.MemberRemoved;
import dev.troupe.actors.group.GroupEvent.RebalanceStarted;
import dev.troupe.actors.group.GroupReply.Joined;
import dev.troupe.actors.group.GroupReply.JoinedMember;
import dev.troupe.actors.group.GroupReply.Synced;
import dev.troupe.actors.group.GroupState.CompletingRebalance;
import dev.troupe.actors.group.GroupState.Empty;
import dev.troupe.actors.group.GroupState.PreparingRebalance;
import dev.troupe.persistence.offsets.StoredGroup;
import dev.troupe.protocol.ErrorCode;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** How a rebalance begins, whom it waits for and how its join phase ends (G4, G7). */
final class RebalanceRules {
    private final GroupSettings settings;

    RebalanceRules(GroupSettings settings) {
        this.settings = settings;
    }

    /**
     * Begins a rebalance unless one is being prepared.
     *
     * @param joinerTimeoutMs the rebalance timeout of the member that causes it, 0 where none joins
     */
    void begin(Draft draft, String cause, int joinerTimeoutMs) {
        if (draft.state() instanceof PreparingRebalance) {
            return;
        }
        if (draft.state() instanceof CompletingRebalance waiting) {
            releaseSyncs(draft, waiting);
        }
        boolean gathering = draft.state() instanceof Empty && settings.initialRebalanceDelayMs() > 0;
        draft.cancel(new GroupTimer.Assignment());
        int withinMs = gathering
                ? settings.initialRebalanceDelayMs()
                : Math.max(joinerTimeoutMs, draft.members().rebalanceTimeoutMs());
        draft.happen(new RebalanceStarted(cause, gathering, withinMs));
        draft.start(gathering ? new GroupTimer.Gathering() : new GroupTimer.Rejoin(), withinMs);
    }

    /** Whoever waited for an assignment is told to rejoin, and its session counts from now: it was we who kept it waiting. */
    private static void releaseSyncs(Draft draft, CompletingRebalance state) {
        for (Member member : state.members().all()) {
            if (!state.unsynced().contains(member.id())) {
                draft.release(Awaited.ASSIGNMENT, member.id(), Synced.failed(ErrorCode.REBALANCE_IN_PROGRESS));
                draft.start(new GroupTimer.Session(member.id()), member.sessionTimeoutMs());
            }
        }
    }

    /** A member has just joined: either others are given time to come too, or it may have been the last one missing. */
    void joined(Draft draft, boolean isNew) {
        if (draft.state() instanceof PreparingRebalance preparing && preparing.gathering()) {
            if (isNew && settings.initialRebalanceQuietMs() > 0) {
                draft.start(new GroupTimer.Quiet(), settings.initialRebalanceQuietMs());
            }
        } else {
            endJoinPhaseIfAllJoined(draft);
        }
    }

    /** Every join and every leave comes by here: nobody waits for a member that is not there any more. */
    void endJoinPhaseIfAllJoined(Draft draft) {
        if (draft.state() instanceof PreparingRebalance preparing
                && !preparing.gathering()
                && preparing.members().joining() == preparing.members().size()
                && preparing.core().pending().isEmpty()) {
            endJoinPhase(draft);
        }
    }

    /** Ends the join phase with those who are there. */
    void endJoinPhase(Draft draft) {
        if (!(draft.state() instanceof PreparingRebalance)) {
            return;
        }
        draft.cancel(new GroupTimer.Gathering());
        draft.cancel(new GroupTimer.Quiet());
        draft.cancel(new GroupTimer.Rejoin());
        dropMissing(draft);
        if (draft.members().isEmpty()) {
            becomeEmpty(draft);
        } else if (chooseLeader(draft)) {
            formGeneration(draft);
        } else {
            // Only static members are left, and none has come back: their sessions decide.
            draft.start(new GroupTimer.Rejoin(), draft.members().rebalanceTimeoutMs());
        }
    }

    /** Dynamic members that did not rejoin are out; static ones may be restarting and stay until their session ends. */
    private static void dropMissing(Draft draft) {
        List<Member> missing = draft.members().all().stream()
                .filter(m -> !m.joining() && !m.isStatic())
                .toList();
        for (Member member : missing) {
            remove(draft, member.id(), "did not rejoin within the rebalance timeout");
        }
    }

    /** Takes a member out; a rebalance is being prepared. */
    static void remove(Draft draft, String memberId, String cause) {
        draft.happen(new MemberRemoved(memberId, cause));
        draft.cancel(new GroupTimer.Session(memberId));
        draft.release(Awaited.GENERATION, memberId, Joined.failed(ErrorCode.UNKNOWN_MEMBER_ID, memberId));
        draft.release(Awaited.ASSIGNMENT, memberId, Synced.failed(ErrorCode.UNKNOWN_MEMBER_ID));
    }

    /** Takes members out, which starts a rebalance, or may end the join phase of the one under way. */
    void removeAll(Draft draft, Collection<MemberRemoved> removals, String cause) {
        if (removals.isEmpty()) {
            return;
        }
        begin(draft, cause, 0);
        removals.forEach(removal -> remove(draft, removal.memberId(), removal.cause()));
        endJoinPhaseIfAllJoined(draft);
    }

    private static void becomeEmpty(Draft draft) {
        GroupCore core = draft.core();
        draft.keep(new GenerationCompleted(new StoredGroup(
                core.protocolTypeOrEmpty(), core.generation() + 1, null, null, draft.nowMs(), List.of())));
    }

    private static boolean chooseLeader(Draft draft) {
        PreparingRebalance state = (PreparingRebalance) draft.state();
        Member leader = state.leader() == null ? null : state.members().get(state.leader());
        if (leader != null && leader.joining()) {
            return true;
        }
        return state.members().all().stream()
                .filter(Member::joining)
                .findFirst()
                .map(next -> {
                    draft.happen(new LeaderChosen(next.id()));
                    return true;
                })
                .orElse(false);
    }

    private static void formGeneration(Draft draft) {
        List<Member> joined =
                draft.members().all().stream().filter(Member::joining).toList();
        draft.happen(new GenerationFormed(
                draft.core().generation() + 1, draft.members().vote()));
        CompletingRebalance formed = (CompletingRebalance) draft.state();
        for (Member member : joined) {
            draft.release(Awaited.GENERATION, member.id(), told(formed, member.id()));
        }
        for (Member member : formed.members().all()) {
            draft.start(new GroupTimer.Session(member.id()), member.sessionTimeoutMs());
        }
        draft.start(new GroupTimer.Assignment(), formed.members().rebalanceTimeoutMs());
    }

    /** What a member is told of the generation: the leader everything, the others the outcome. */
    static Joined told(CompletingRebalance formed, String memberId) {
        boolean leads = memberId.equals(formed.leader());
        return new Joined(
                ErrorCode.NONE,
                formed.core().generation(),
                formed.core().protocolType(),
                formed.protocol(),
                formed.leader(),
                false,
                memberId,
                leads ? forLeader(formed.members(), formed.protocol()) : List.of());
    }

    /** All members with their metadata for the chosen protocol. */
    static List<JoinedMember> forLeader(Members members, String protocol) {
        return members.all().stream()
                .map(m -> new JoinedMember(m.id(), m.instanceId(), m.metadata(protocol)))
                .toList();
    }

    /** The group's last generation as it is kept. */
    static StoredGroup toStore(Draft draft, String protocol, String leader, Members members) {
        GroupCore core = draft.core();
        return new StoredGroup(
                Objects.requireNonNull(core.protocolType(), "a group with members has a protocol type"),
                core.generation(),
                protocol,
                leader,
                draft.nowMs(),
                members.all().stream().map(m -> m.stored(protocol)).toList());
    }
}
