package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupEffect.Awaited;
import dev.troupe.actors.group.GroupEvent.GenerationCompleted;
import dev.troupe.actors.group.GroupEvent.MemberIdGiven;
import dev.troupe.actors.group.GroupEvent.MemberJoined;
import dev.troupe.actors.group.GroupEvent.MemberReplaced;
import dev.troupe.actors.group.GroupEvent.ProtocolTypeTaken;
import dev.troupe.actors.group.GroupReply.Joined;
import dev.troupe.actors.group.GroupReply.JoinedMember;
import dev.troupe.actors.group.GroupReply.Synced;
import dev.troupe.actors.group.GroupRequest.Join;
import dev.troupe.actors.group.GroupState.CompletingRebalance;
import dev.troupe.actors.group.GroupState.Dead;
import dev.troupe.actors.group.GroupState.Empty;
import dev.troupe.actors.group.GroupState.PreparingRebalance;
import dev.troupe.actors.group.GroupState.Stable;
import dev.troupe.protocol.ErrorCode;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** JoinGroup (G4, G8, G9). */
final class JoinRules {
    /** How long a new member that knows no id yet may wait: it cannot send heartbeats. */
    static final int FRESH_MEMBER_TIMEOUT_MS = 300_000;

    private final GroupSettings settings;
    private final RebalanceRules rebalance;
    private final Supplier<String> ids;

    JoinRules(GroupSettings settings, RebalanceRules rebalance, Supplier<String> ids) {
        this.settings = settings;
        this.rebalance = rebalance;
        this.ids = ids;
    }

    void join(Draft draft, Join join) {
        Optional<ErrorCode> refusal = refusal(draft.state(), join);
        if (refusal.isPresent()) {
            draft.reply(join.refused(refusal.get()));
        } else if (join.memberId().isEmpty()) {
            joinNew(draft, join);
        } else {
            joinKnown(draft, join);
        }
    }

    private Optional<ErrorCode> refusal(GroupState state, Join join) {
        if (!settings.allowsSessionTimeout(join.sessionTimeoutMs())) {
            return Optional.of(ErrorCode.INVALID_SESSION_TIMEOUT);
        }
        if (!hasRoom(state, join.memberId())) {
            return Optional.of(ErrorCode.GROUP_MAX_SIZE_REACHED);
        }
        return fits(state, join) ? Optional.empty() : Optional.of(ErrorCode.INCONSISTENT_GROUP_PROTOCOL);
    }

    /** While a rebalance is prepared those who have joined count, so that members who come back early keep their place. */
    private boolean hasRoom(GroupState state, String memberId) {
        Member known = state.members().get(memberId);
        return switch (state) {
            case Empty e -> true;
            case Dead d -> true;
            case PreparingRebalance p ->
                (known != null && known.joining()) || p.members().joining() < settings.maxSize();
            case CompletingRebalance c -> known != null || c.members().size() < settings.maxSize();
            case Stable s -> known != null || s.members().size() < settings.maxSize();
        };
    }

    private static boolean fits(GroupState state, Join join) {
        if (join.protocolType().isEmpty() || join.protocols().isEmpty()) {
            return false;
        }
        return state.members().isEmpty()
                || (join.protocolType().equals(state.core().protocolType())
                        && state.members().share(join.protocols()));
    }

    private void joinNew(Draft draft, Join join) {
        String instance = join.instanceId();
        if (instance != null) {
            String id = instance + "-" + ids.get();
            String holder = draft.members().holderOf(instance);
            if (holder == null) {
                add(draft, id, join);
            } else {
                replace(draft, holder, id, join);
            }
            return;
        }
        String id = join.clientId() + "-" + ids.get();
        if (join.requiresKnownId()) {
            draft.happen(new MemberIdGiven(id));
            draft.start(new GroupTimer.PendingMember(id), join.sessionTimeoutMs());
            draft.reply(Joined.failed(ErrorCode.MEMBER_ID_REQUIRED, id));
        } else {
            add(draft, id, join);
        }
    }

    private void joinKnown(Draft draft, Join join) {
        String id = join.memberId();
        if (draft.core().pending().contains(id)) {
            draft.cancel(new GroupTimer.PendingMember(id));
            add(draft, id, join);
            return;
        }
        ErrorCode error = MemberRules.check(draft.members(), id, join.instanceId());
        if (error != ErrorCode.NONE) {
            draft.reply(join.refused(error));
            return;
        }
        rejoin(draft, join, Objects.requireNonNull(draft.members().get(id)));
    }

    private void rejoin(Draft draft, Join join, Member known) {
        boolean unchanged = known.protocols().equals(join.protocols());
        switch (draft.state()) {
            case PreparingRebalance p -> update(draft, join, known, "");
            case CompletingRebalance c when unchanged -> draft.reply(RebalanceRules.told(c, known.id()));
            case CompletingRebalance c -> update(draft, join, known, "subscription changed");
            case Stable s when !unchanged -> update(draft, join, known, "subscription changed");
            case Stable s when s.leader().equals(known.id()) -> update(draft, join, known, "the leader rejoined");
            case Stable s -> draft.reply(current(s, known.id(), s.leader(), false, List.of()));
            case Empty e -> draft.reply(join.refused(ErrorCode.UNKNOWN_MEMBER_ID));
            case Dead d -> draft.reply(join.refused(ErrorCode.UNKNOWN_MEMBER_ID));
        }
    }

    private void add(Draft draft, String id, Join join) {
        rebalance.begin(draft, cause("member " + id + " joined", join), join.rebalanceTimeoutMs());
        admit(draft, Member.joining(id, join, true), join);
        draft.start(new GroupTimer.Session(id), FRESH_MEMBER_TIMEOUT_MS);
        rebalance.joined(draft, true);
    }

    private void update(Draft draft, Join join, Member known, String what) {
        rebalance.begin(draft, cause("member " + known.id() + ": " + what, join), join.rebalanceTimeoutMs());
        admit(draft, Member.joining(known.id(), join, known.fresh()), join);
        MemberRules.keepAlive(draft, known.id());
        rebalance.joined(draft, false);
    }

    private static void admit(Draft draft, Member member, Join join) {
        if (draft.members().isEmpty()) {
            draft.happen(new ProtocolTypeTaken(join.protocolType()));
        }
        draft.happen(new MemberJoined(member, Objects.requireNonNullElse(join.reason(), "")));
        draft.park(Awaited.GENERATION, member.id());
    }

    /**
     * A static member came back under a new id, as it does after a restart. In a stable group nobody else needs to know, as
     * long as the protocol stays the same; the new id is kept, so that the old one stays fenced after a failover.
     */
    private void replace(Draft draft, String oldId, String newId, Join join) {
        Member old = Objects.requireNonNull(draft.members().get(oldId));
        draft.release(Awaited.GENERATION, oldId, Joined.failed(ErrorCode.FENCED_INSTANCE_ID, oldId));
        draft.release(Awaited.ASSIGNMENT, oldId, Synced.failed(ErrorCode.FENCED_INSTANCE_ID));
        draft.cancel(new GroupTimer.Session(oldId));
        Member back = Member.joining(newId, join, false).withAssignment(old.assignment());
        if (draft.state() instanceof Stable stable
                && stable.members().without(oldId).with(back).vote().equals(stable.protocol())) {
            replaceQuietly(draft, stable, oldId, back, join);
            return;
        }
        rebalance.begin(
                draft, cause("static member " + join.instanceId() + " returned", join), join.rebalanceTimeoutMs());
        draft.happen(new MemberReplaced(oldId, back));
        draft.park(Awaited.GENERATION, newId);
        draft.start(new GroupTimer.Session(newId), join.sessionTimeoutMs());
        rebalance.joined(draft, false);
    }

    private static void replaceQuietly(Draft draft, Stable before, String oldId, Member back, Join join) {
        draft.happen(new MemberReplaced(oldId, back.withJoining(false)));
        Stable stable = (Stable) draft.state();
        draft.keep(new GenerationCompleted(
                RebalanceRules.toStore(draft, stable.protocol(), stable.leader(), stable.members())));
        draft.start(new GroupTimer.Session(back.id()), join.sessionTimeoutMs());
        boolean leads = stable.leader().equals(back.id());
        // A client that cannot skip the assignment must not take itself for the leader, or it would assign anew.
        draft.reply(
                join.skipsAssignment()
                        ? current(
                                stable,
                                back.id(),
                                stable.leader(),
                                leads,
                                leads ? RebalanceRules.forLeader(stable.members(), stable.protocol()) : List.of())
                        : current(stable, back.id(), before.leader(), false, List.of()));
    }

    private static Joined current(
            Stable stable, String memberId, String leader, boolean skipAssignment, List<JoinedMember> members) {
        return new Joined(
                ErrorCode.NONE,
                stable.core().generation(),
                stable.core().protocolType(),
                stable.protocol(),
                leader,
                skipAssignment,
                memberId,
                members);
    }

    private static String cause(String what, Join join) {
        String reason = join.reason();
        return reason == null || reason.isEmpty() ? what : what + " (" + reason + ")";
    }
}
