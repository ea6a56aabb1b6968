package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupEvent.GroupAbandoned;
import dev.troupe.actors.group.GroupReply.Described;
import dev.troupe.actors.group.GroupReply.DescribedMember;
import dev.troupe.actors.group.GroupReply.FetchedOffsets;
import dev.troupe.actors.group.GroupState.CompletingRebalance;
import dev.troupe.actors.group.GroupState.Dead;
import dev.troupe.actors.group.GroupState.Empty;
import dev.troupe.actors.group.GroupState.PreparingRebalance;
import dev.troupe.actors.group.GroupState.Stable;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.protocol.ErrorCode;
import java.util.List;
import java.util.function.Supplier;

/** Decides what a consumer group does: pure. The rules stand in one class for each part of the protocol. */
final class GroupLogic {
    private final RebalanceRules rebalance;
    private final JoinRules join;
    private final SyncRules sync = new SyncRules();
    private final MemberRules member;
    private final OffsetRules offset;
    private final ExpiryRules expiry;
    private final long idleMs;

    /**
     * The logic of all groups of a node.
     *
     * @param ids makes the part of a member id that is unique
     */
    GroupLogic(GroupSettings settings, Supplier<String> ids) {
        rebalance = new RebalanceRules(settings);
        join = new JoinRules(settings, rebalance, ids);
        member = new MemberRules(rebalance);
        offset = new OffsetRules(settings);
        expiry = new ExpiryRules(settings);
        idleMs = settings.idleTimeoutMs();
    }

    /**
     * Decides.
     *
     * @param nowMs wall clock, for what is stored; deadlines are effects and run on the shell's monotonic clock
     */
    Decision decide(GroupState state, GroupInput input, long nowMs) {
        Draft draft = new Draft(state, nowMs);
        switch (input) {
            case GroupRequest<?> request when state instanceof Dead -> draft.reply(request.missing());
            case GroupRequest<?> request
            when isBlank(state) && !request.createsGroup() -> draft.reply(request.missing());
            case GroupRequest<?> request -> serve(draft, request);
            case GroupInput.Notice notice when state instanceof Dead -> {}
            case GroupInput.Notice notice -> heed(draft, notice);
        }
        if (!(input instanceof GroupInput.Recovered)) {
            abandonIfBlank(draft);
        }
        if (isIdle(draft.state()) && !isIdleTimeOver(input)) {
            draft.start(new GroupTimer.Idle(), idleMs);
        }
        return draft.decision();
    }

    private static boolean isIdleTimeOver(GroupInput input) {
        return input instanceof GroupInput.TimerFired(GroupTimer.Idle idle);
    }

    /** Whether there is nothing to be done but to keep offsets, for which a group needs no actor. */
    static boolean isIdle(GroupState state) {
        return state instanceof Empty && state.core().pending().isEmpty();
    }

    /** When the next look for what has expired finds something in an idle group, wall clock. */
    long dueMs(GroupState idle) {
        return expiry.dueMs(idle);
    }

    private void serve(Draft draft, GroupRequest<?> request) {
        switch (request) {
            case GroupRequest.Join q -> join.join(draft, q);
            case GroupRequest.Sync q -> sync.sync(draft, q);
            case GroupRequest.Heartbeat q -> member.heartbeat(draft, q);
            case GroupRequest.Leave q -> member.leave(draft, q);
            case GroupRequest.Commit q -> offset.commit(draft, q);
            case GroupRequest.FetchOffsets q ->
                draft.reply(new FetchedOffsets(ErrorCode.NONE, draft.core().offsets()));
            case GroupRequest.DeleteOffsets q -> offset.deleteOffsets(draft, q);
            case GroupRequest.Delete q -> offset.delete(draft, q);
            case GroupRequest.Describe q -> draft.reply(describe(draft.state()));
        }
    }

    private void heed(Draft draft, GroupInput.Notice notice) {
        switch (notice) {
            case GroupInput.TimerFired fired -> timerFired(draft, fired.timer());
            case GroupInput.Recovered recovered ->
                draft.members().all().forEach(m -> MemberRules.keepAlive(draft, m.id()));
            case GroupInput.TopicsDeleted deleted -> offset.topicsDeleted(draft, deleted.topics());
            case GroupInput.ExpiryDue due -> expiry.expire(draft);
        }
    }

    private void timerFired(Draft draft, GroupTimer timer) {
        switch (timer) {
            case GroupTimer.Session t -> member.sessionExpired(draft, t.memberId());
            case GroupTimer.PendingMember t -> member.pendingExpired(draft, t.memberId());
            case GroupTimer.Gathering t -> rebalance.endJoinPhase(draft);
            case GroupTimer.Quiet t -> rebalance.endJoinPhase(draft);
            case GroupTimer.Rejoin t -> rebalance.endJoinPhase(draft);
            case GroupTimer.Assignment t -> member.assignmentOverdue(draft);
            case GroupTimer.Idle t when isIdle(draft.state()) && !isBlank(draft.state()) -> draft.rest();
            case GroupTimer.Idle t -> {}
        }
    }

    /** A group that came to be by a request that led to nothing leaves nothing behind. */
    private static void abandonIfBlank(Draft draft) {
        if (isBlank(draft.state())) {
            draft.happen(new GroupAbandoned());
        }
    }

    private static boolean isBlank(GroupState state) {
        GroupCore core = state.core();
        return isIdle(state) && !core.stored() && core.offsets().isEmpty();
    }

    private static Described describe(GroupState state) {
        return switch (state) {
            case Stable s ->
                described(
                        s,
                        s.protocol(),
                        s.members().all().stream()
                                .map(m -> described(m, m.metadata(s.protocol()), m.assignment()))
                                .toList());
            case CompletingRebalance c -> rebalancing(c);
            case PreparingRebalance p -> rebalancing(p);
            case Empty e -> described(e, "", List.of());
            case Dead d -> Described.failed(ErrorCode.GROUP_ID_NOT_FOUND);
        };
    }

    private static Described rebalancing(GroupState state) {
        return described(
                state,
                "",
                state.members().all().stream()
                        .map(m -> described(m, Bytes.EMPTY, Bytes.EMPTY))
                        .toList());
    }

    private static Described described(GroupState state, String protocol, List<DescribedMember> members) {
        return new Described(
                ErrorCode.NONE,
                state.phase(),
                state.core().generation(),
                state.core().protocolTypeOrEmpty(),
                protocol,
                members);
    }

    private static DescribedMember described(Member m, Bytes metadata, Bytes assignment) {
        return new DescribedMember(m.id(), m.instanceId(), m.clientId(), m.clientHost(), metadata, assignment);
    }
}
