package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupEvent.MemberIdForgotten;
import dev.troupe.actors.group.GroupEvent.MemberRemoved;
import dev.troupe.actors.group.GroupReply.Beaten;
import dev.troupe.actors.group.GroupReply.Left;
import dev.troupe.actors.group.GroupReply.LeftMember;
import dev.troupe.actors.group.GroupRequest.Heartbeat;
import dev.troupe.actors.group.GroupRequest.Leave;
import dev.troupe.actors.group.GroupState.CompletingRebalance;
import dev.troupe.actors.group.GroupState.PreparingRebalance;
import dev.troupe.actors.group.GroupState.Stable;
import dev.troupe.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Signs of life, silence and farewell (G6, G7). */
final class MemberRules {
    private final RebalanceRules rebalance;

    MemberRules(RebalanceRules rebalance) {
        this.rebalance = rebalance;
    }

    /** Whether the group knows a member, and under which id its instance. */
    static ErrorCode check(Members members, String memberId, @Nullable String instanceId) {
        if (instanceId != null) {
            String holder = members.holderOf(instanceId);
            if (holder == null) {
                return ErrorCode.UNKNOWN_MEMBER_ID;
            }
            return holder.equals(memberId) ? ErrorCode.NONE : ErrorCode.FENCED_INSTANCE_ID;
        }
        return members.has(memberId) ? ErrorCode.NONE : ErrorCode.UNKNOWN_MEMBER_ID;
    }

    /** Whether a member speaks of the generation in force. */
    static ErrorCode check(GroupState state, String memberId, @Nullable String instanceId, int generation) {
        ErrorCode error = check(state.members(), memberId, instanceId);
        if (error != ErrorCode.NONE) {
            return error;
        }
        return generation == state.core().generation() ? ErrorCode.NONE : ErrorCode.ILLEGAL_GENERATION;
    }

    /** Any request of a member counts as a sign of life (G6). */
    static void keepAlive(Draft draft, String memberId) {
        Member member = draft.members().get(memberId);
        if (member != null && !member.fresh()) {
            draft.start(new GroupTimer.Session(memberId), member.sessionTimeoutMs());
        }
    }

    void heartbeat(Draft draft, Heartbeat beat) {
        ErrorCode error = check(draft.state(), beat.memberId(), beat.instanceId(), beat.generation());
        if (error == ErrorCode.NONE) {
            keepAlive(draft, beat.memberId());
            error = draft.state() instanceof PreparingRebalance ? ErrorCode.REBALANCE_IN_PROGRESS : ErrorCode.NONE;
        }
        draft.reply(new Beaten(error));
    }

    void leave(Draft draft, Leave leave) {
        List<LeftMember> results = new ArrayList<>();
        Map<String, MemberRemoved> removals = new LinkedHashMap<>();
        boolean forgotten = false;
        for (Leave.Leaver leaver : leave.members()) {
            ErrorCode error = ErrorCode.NONE;
            if (draft.core().pending().contains(leaver.memberId())) {
                forget(draft, leaver.memberId());
                forgotten = true;
            } else {
                String id = idOf(draft.members(), leaver);
                error = removals.containsKey(id)
                        ? ErrorCode.UNKNOWN_MEMBER_ID
                        : check(draft.members(), id, leaver.instanceId());
                if (error == ErrorCode.NONE) {
                    removals.put(id, new MemberRemoved(id, reason(leaver)));
                }
            }
            results.add(new LeftMember(leaver.memberId(), leaver.instanceId(), error));
        }
        draft.reply(new Left(ErrorCode.NONE, results));
        rebalance.removeAll(draft, removals.values(), cause(removals));
        if (forgotten) {
            rebalance.endJoinPhaseIfAllJoined(draft);
        }
    }

    /** An administrator names a static member by its instance id alone. */
    private static String idOf(Members members, Leave.Leaver leaver) {
        String instance = leaver.instanceId();
        if (leaver.memberId().isEmpty() && instance != null) {
            String holder = members.holderOf(instance);
            return holder == null ? "" : holder;
        }
        return leaver.memberId();
    }

    private static String reason(Leave.Leaver leaver) {
        String reason = leaver.reason();
        return reason == null || reason.isEmpty() ? "left" : "left (" + reason + ")";
    }

    private static String cause(Map<String, MemberRemoved> removals) {
        return removals.size() == 1
                ? removals.values().stream()
                        .map(r -> "member " + r.memberId() + " " + r.cause())
                        .findFirst()
                        .orElseThrow()
                : removals.size() + " members left";
    }

    private static void forget(Draft draft, String memberId) {
        draft.happen(new MemberIdForgotten(memberId));
        draft.cancel(new GroupTimer.PendingMember(memberId));
    }

    /** A member id was not used in time. */
    void pendingExpired(Draft draft, String memberId) {
        if (draft.core().pending().contains(memberId)) {
            forget(draft, memberId);
            rebalance.endJoinPhaseIfAllJoined(draft);
        }
    }

    /** A member was silent for its session timeout: it is out, unless it is we who keep it waiting. */
    void sessionExpired(Draft draft, String memberId) {
        Member member = draft.members().get(memberId);
        if (member == null) {
            return;
        }
        if (waitsForUs(draft.state(), member)) {
            draft.start(new GroupTimer.Session(memberId), member.sessionTimeoutMs());
            return;
        }
        String cause = member.fresh() ? "waited to join for too long" : "silent for its session timeout";
        rebalance.removeAll(draft, List.of(new MemberRemoved(memberId, cause)), "member " + memberId + " was " + cause);
    }

    private static boolean waitsForUs(GroupState state, Member member) {
        return !member.fresh()
                && (member.joining()
                        || (state instanceof CompletingRebalance c
                                && !c.unsynced().contains(member.id())));
    }

    /** Members that did not ask for their assignment in time hold nothing up any more. */
    void assignmentOverdue(Draft draft) {
        List<MemberRemoved> overdue = switch (draft.state()) {
            case CompletingRebalance c -> overdue(c.unsynced());
            case Stable s -> overdue(s.unsynced());
            case GroupState.Empty e -> List.of();
            case PreparingRebalance p -> List.of();
            case GroupState.Dead d -> List.of();
        };
        rebalance.removeAll(draft, overdue, overdue.size() + " members did not ask for their assignment in time");
    }

    private static List<MemberRemoved> overdue(Set<String> unsynced) {
        return unsynced.stream()
                .map(id -> new MemberRemoved(id, "did not ask for its assignment in time"))
                .toList();
    }
}
