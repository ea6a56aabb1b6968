package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupRequest.Protocol;
import dev.troupe.actors.group.GroupState.CompletingRebalance;
import dev.troupe.actors.group.GroupState.Dead;
import dev.troupe.actors.group.GroupState.Empty;
import dev.troupe.actors.group.GroupState.PreparingRebalance;
import dev.troupe.actors.group.GroupState.Stable;
import dev.troupe.persistence.offsets.Bytes;
import dev.troupe.persistence.offsets.StoredGroup;
import dev.troupe.persistence.offsets.StoredMember;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.pcollections.HashTreePSet;
import org.pcollections.PSet;

/** The one way in which a group's state changes, live and on replay: total, and throwing where an event has no place. */
final class GroupEvolution {
    private GroupEvolution() {}

    static GroupState evolve(GroupState state, GroupEvent event) {
        GroupCore core = state.core();
        return switch (event) {
            case GroupEvent.MemberIdGiven e ->
                state.with(core.withPending(core.pending().plus(e.memberId())));
            case GroupEvent.MemberIdForgotten e ->
                state.with(core.withPending(core.pending().minus(e.memberId())));
            case GroupEvent.RebalanceStarted e -> startRebalance(state, e);
            case GroupEvent.ProtocolTypeTaken e -> state.with(core.withProtocolType(e.protocolType()));
            case GroupEvent.MemberJoined e -> join(preparing(state), e.member());
            case GroupEvent.MemberRemoved e -> remove(preparing(state), e.memberId());
            case GroupEvent.MemberReplaced e -> replace(state, e.oldMemberId(), e.member());
            case GroupEvent.LeaderChosen e ->
                new PreparingRebalance(
                        core, state.members(), e.memberId(), preparing(state).gathering());
            case GroupEvent.GenerationFormed e -> form(preparing(state), e);
            case GroupEvent.MemberSynced e -> sync(state, e.memberId());
            case GroupEvent.GenerationCompleted e -> complete(state, e.group());
            case GroupEvent.OffsetsCommitted e ->
                state.with(core.withOffsets(core.offsets().plusAll(e.offsets())));
            case GroupEvent.OffsetsRemoved e ->
                state.with(core.withOffsets(core.offsets().minusAll(e.partitions())));
            case GroupEvent.GroupAbandoned e -> die(state);
            case GroupEvent.GroupDeleted e -> die(state);
        };
    }

    private static GroupState die(GroupState state) {
        GroupPhase.DEAD.requireFrom(state.phase());
        return new Dead(GroupCore.blank(state.core().groupId()));
    }

    private static PreparingRebalance preparing(GroupState state) {
        if (state instanceof PreparingRebalance preparing) {
            return preparing;
        }
        throw new IllegalStateException(
                "members come and go while a rebalance is prepared only, not in " + state.phase());
    }

    private static GroupState startRebalance(GroupState state, GroupEvent.RebalanceStarted event) {
        GroupPhase.PREPARING_REBALANCE.requireFrom(state.phase());
        String leader = switch (state) {
            case CompletingRebalance c -> c.leader();
            case Stable s -> s.leader();
            case Empty e -> null;
            case PreparingRebalance p -> p.leader();
            case Dead d -> null;
        };
        Members waiting = state.members().map(member -> member.withJoining(false));
        return new PreparingRebalance(state.core(), waiting, leader, event.gathering());
    }

    private static GroupState join(PreparingRebalance state, Member member) {
        GroupCore core = state.core().withPending(state.core().pending().minus(member.id()));
        String leader = Objects.requireNonNullElse(state.leader(), member.id());
        return new PreparingRebalance(core, state.members().with(member), leader, state.gathering());
    }

    private static GroupState remove(PreparingRebalance state, String memberId) {
        Members left = state.members().without(memberId);
        String leader = state.leader();
        if (memberId.equals(leader)) {
            leader = left.isEmpty() ? null : left.byId().firstKey();
        }
        return new PreparingRebalance(state.core(), left, leader, state.gathering());
    }

    private static GroupState replace(GroupState state, String oldId, Member member) {
        Members members = state.members().without(oldId).with(member);
        return switch (state) {
            case PreparingRebalance p ->
                new PreparingRebalance(
                        p.core(), members, oldId.equals(p.leader()) ? member.id() : p.leader(), p.gathering());
            case Stable s ->
                new Stable(
                        s.core(),
                        members,
                        oldId.equals(s.leader()) ? member.id() : s.leader(),
                        s.protocol(),
                        s.unsynced().minus(oldId));
            case Empty e -> throw misplaced(state, "a static member's return");
            case CompletingRebalance c -> throw misplaced(state, "a static member's return");
            case Dead d -> throw misplaced(state, "a static member's return");
        };
    }

    private static GroupState form(PreparingRebalance state, GroupEvent.GenerationFormed event) {
        GroupPhase.COMPLETING_REBALANCE.requireFrom(state.phase());
        Members members = state.members().map(Member::settled);
        return new CompletingRebalance(
                state.core().withGeneration(event.generation()),
                members,
                Objects.requireNonNull(state.leader(), "a generation has a leader"),
                event.protocol(),
                HashTreePSet.from(members.byId().keySet()));
    }

    private static GroupState sync(GroupState state, String memberId) {
        return switch (state) {
            case CompletingRebalance c ->
                new CompletingRebalance(
                        c.core(),
                        c.members(),
                        c.leader(),
                        c.protocol(),
                        c.unsynced().minus(memberId));
            case Stable s ->
                new Stable(
                        s.core(),
                        s.members(),
                        s.leader(),
                        s.protocol(),
                        s.unsynced().minus(memberId));
            case Empty e -> throw misplaced(state, "an assignment");
            case PreparingRebalance p -> throw misplaced(state, "an assignment");
            case Dead d -> throw misplaced(state, "an assignment");
        };
    }

    private static GroupState complete(GroupState state, StoredGroup stored) {
        GroupCore core = state.core()
                .whenStored()
                .withProtocolType(stored.protocolType())
                .withGeneration(stored.generation());
        return switch (state) {
            case CompletingRebalance c ->
                new Stable(core, assigned(c.members(), stored), c.leader(), c.protocol(), c.unsynced());
            case Stable s -> s.with(core);
            case PreparingRebalance p when stored.members().isEmpty() -> new Empty(core, stored.stateTimestampMs());
            case PreparingRebalance p -> throw misplaced(state, "an assignment");
            case Empty e -> restored(core, stored);
            case Dead d -> throw misplaced(state, "a generation");
        };
    }

    private static Members assigned(Members members, StoredGroup stored) {
        Map<String, Bytes> assignments = HashMap.newHashMap(stored.members().size());
        stored.members().forEach(member -> assignments.put(member.memberId(), member.assignment()));
        return members.map(member -> member.withAssignment(assignments.getOrDefault(member.id(), member.assignment())));
    }

    /** On replay: a group is where its last complete generation left it. */
    private static GroupState restored(GroupCore core, StoredGroup stored) {
        if (stored.members().isEmpty() || stored.protocol() == null || stored.leader() == null) {
            return new Empty(core, stored.stateTimestampMs());
        }
        PSet<String> nobody = HashTreePSet.empty();
        Members members = Members.NONE;
        for (StoredMember member : stored.members()) {
            members = members.with(restored(member, stored.protocol()));
        }
        return new Stable(core, members, stored.leader(), stored.protocol(), nobody);
    }

    private static Member restored(StoredMember member, String protocol) {
        return new Member(
                member.memberId(),
                member.instanceId(),
                member.clientId(),
                member.clientHost(),
                member.rebalanceTimeoutMs(),
                member.sessionTimeoutMs(),
                List.of(new Protocol(protocol, member.subscription())),
                member.assignment(),
                false,
                false);
    }

    private static IllegalStateException misplaced(GroupState state, String what) {
        return new IllegalStateException(what + " has no place in " + state.phase());
    }
}
