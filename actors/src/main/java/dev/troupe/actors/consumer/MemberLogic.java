package dev.troupe.actors.consumer;

import dev.troupe.actors.consumer.MemberInput.Answered;
import dev.troupe.actors.consumer.MemberInput.BeatDue;
import dev.troupe.actors.consumer.MemberInput.CountDue;
import dev.troupe.actors.consumer.MemberInput.Counted;
import dev.troupe.actors.consumer.MemberInput.Leave;
import dev.troupe.actors.consumer.MemberInput.Released;
import dev.troupe.actors.consumer.MemberInput.Subscribe;
import dev.troupe.actors.consumer.MemberInput.TryAgain;
import dev.troupe.actors.consumer.MemberState.Holdings;
import dev.troupe.actors.consumer.MemberState.Identity;
import dev.troupe.actors.consumer.MemberState.Leadership;
import dev.troupe.actors.consumer.assignor.Assignor;
import dev.troupe.actors.group.ConsumerAssignment;
import dev.troupe.actors.group.GroupReply;
import dev.troupe.actors.group.GroupReply.Beaten;
import dev.troupe.actors.group.GroupReply.Joined;
import dev.troupe.actors.group.GroupReply.Synced;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How a member behaves in the classic protocol (BEHAVIOUR G3 to G8 from the other side), eagerly or cooperatively (KIP-429).
 * Pure: from a state and what happens to the next state and what is to be done. Nothing of it is stored, so steps carry the state
 * itself and no events.
 */
final class MemberLogic {
    private final ConsumerSettings settings;
    private final MemberRequests requests;

    MemberLogic(ConsumerSettings settings, String host) {
        this.settings = settings;
        this.requests = new MemberRequests(settings, host);
    }

    /** The state that follows, and what is to be done. */
    record Step(MemberState state, List<MemberEffect> effects) {
        Step {
            effects = List.copyOf(effects);
        }

        static Step to(MemberState state, MemberEffect... effects) {
            return new Step(state, List.of(effects));
        }

        Step after(MemberEffect... earlier) {
            List<MemberEffect> all = new ArrayList<>(List.of(earlier));
            all.addAll(effects);
            return new Step(state, all);
        }
    }

    Step decide(MemberState state, MemberInput input) {
        return switch (input) {
            case Subscribe(Set<String> topics) -> subscribe(state.wanting(topics));
            case Answered(int attempt, GroupReply reply) when attempt == state.attempt() -> answered(state, reply);
            case Counted(int attempt, Map<String, Integer> counts)
            when attempt == state.attempt() -> counted(state, counts);
            case Released(int attempt) when attempt == state.attempt() -> released(state);
            case TryAgain(int attempt) when attempt == state.attempt() -> tryAgain(state);
            case Answered _, Counted _, Released _, TryAgain _ -> Step.to(state);
            case BeatDue() -> beat(state);
            case CountDue() ->
                state.phase() == MemberPhase.STABLE && state.leads()
                        ? Step.to(
                                state,
                                new MemberEffect.Count(
                                        state.attempt(), state.leadership().topics()))
                        : Step.to(state);
            case Leave(String reason) -> leave(state, reason);
        };
    }

    private Step subscribe(MemberState state) {
        if (state.topics().isEmpty()) {
            return leave(state, "it subscribes to nothing");
        }
        return switch (state.phase()) {
            case OUTSIDE -> join(state);
            case STABLE -> state.topics().equals(state.joinedWith()) ? Step.to(state) : rejoin(state);
            // It joins soon, or again as soon as it has its assignment.
            case RELEASING, JOINING, COUNTING, SYNCING -> Step.to(state);
        };
    }

    /** Gives up what must be given up before, and joins. */
    private Step rejoin(MemberState state) {
        Set<TopicPartition> given = state.holdings().owned().stream()
                .filter(each -> !settings.isCooperative() || !state.topics().contains(each.topic()))
                .collect(Collectors.toSet());
        return given.isEmpty() ? join(state) : release(state, given);
    }

    private static Step release(MemberState state, Set<TopicPartition> given) {
        Holdings holdings = state.holdings();
        MemberState next = state.with(new Holdings(holdings.owned(), given, holdings.before()))
                .with(MemberPhase.RELEASING);
        return Step.to(next, new MemberEffect.Revoke(next.attempt(), given));
    }

    private Step released(MemberState state) {
        Set<TopicPartition> kept = new HashSet<>(state.holdings().owned());
        kept.removeAll(state.holdings().releasing());
        Holdings left = new Holdings(kept, Set.of(), state.holdings().before());
        return join(state.with(MemberPhase.JOINING).with(left));
    }

    private Step join(MemberState state) {
        MemberState next = state.joining();
        return Step.to(next, new MemberEffect.Ask(next.attempt(), requests.join(next)));
    }

    private Step answered(MemberState state, GroupReply reply) {
        return switch (reply) {
            case Joined joined when state.phase() == MemberPhase.JOINING -> joined(state, joined);
            case Synced synced when state.phase() == MemberPhase.SYNCING -> synced(state, synced);
            case Beaten(ErrorCode error)
            when error == ErrorCode.REBALANCE_IN_PROGRESS ->
                state.phase() == MemberPhase.STABLE ? rejoin(state) : Step.to(state);
            case Beaten(ErrorCode error) when error != ErrorCode.NONE -> refused(state, error);
            case GroupReply _ -> Step.to(state);
        };
    }

    private Step joined(MemberState state, Joined reply) {
        if (reply.error() == ErrorCode.MEMBER_ID_REQUIRED) {
            return join(state.with(new Identity(reply.memberId(), Identity.NO_GENERATION)));
        }
        if (reply.error() != ErrorCode.NONE) {
            return refused(state, reply.error());
        }
        String protocol = reply.protocol() == null ? "" : reply.protocol();
        MemberState member = state.with(new Identity(reply.memberId(), reply.generation()));
        if (reply.members().isEmpty()) {
            return sync(member.with(protocol, Leadership.NONE), Map.of());
        }
        Set<String> topics = reply.members().stream()
                .flatMap(each ->
                        ConsumerProtocol.subscriber(each.memberId(), each.instanceId(), each.metadata())
                                .topics()
                                .stream())
                .collect(Collectors.toSet());
        MemberState leader = member.with(protocol, new Leadership(reply.members(), topics, Map.of()))
                .with(MemberPhase.COUNTING);
        return Step.to(leader, new MemberEffect.Count(leader.attempt(), topics));
    }

    private Step counted(MemberState state, Map<String, Integer> counts) {
        Leadership leadership = state.leadership();
        if (state.phase() != MemberPhase.COUNTING) {
            return counts.equals(leadership.counts()) ? Step.to(state) : rejoin(state);
        }
        Leadership known = new Leadership(leadership.members(), leadership.topics(), counts);
        Map<String, List<TopicPartition>> assignment = Assignor.named(state.protocol())
                .orElse(Assignor.RANGE)
                .assign(
                        counts,
                        known.members().stream()
                                .map(each -> ConsumerProtocol.subscriber(
                                        each.memberId(), each.instanceId(), each.metadata()))
                                .toList());
        return sync(state.with(state.protocol(), known), assignment);
    }

    private Step sync(MemberState state, Map<String, List<TopicPartition>> assignment) {
        MemberState next = state.with(MemberPhase.SYNCING);
        return Step.to(next, new MemberEffect.Ask(next.attempt(), requests.sync(next, assignment)));
    }

    private Step synced(MemberState state, Synced reply) {
        if (reply.error() == ErrorCode.REBALANCE_IN_PROGRESS) {
            return rejoin(state);
        }
        if (reply.error() != ErrorCode.NONE) {
            return refused(state, reply.error());
        }
        Set<TopicPartition> assigned =
                Set.copyOf(ConsumerAssignment.partitions(reply.assignment()).orElse(List.of()));
        Set<TopicPartition> owned = state.holdings().owned();
        Set<TopicPartition> added = minus(assigned, owned);
        Set<TopicPartition> moving = minus(owned, assigned);
        Set<TopicPartition> all = new HashSet<>(owned);
        all.addAll(added);
        MemberState stable = state.with(new Holdings(all, Set.of(), assigned)).with(MemberPhase.STABLE);
        MemberEffect assign = new MemberEffect.Assign(added);
        if (!moving.isEmpty()) {
            return release(stable, moving).after(assign);
        }
        return stable.topics().equals(stable.joinedWith())
                ? Step.to(stable, assign)
                : rejoin(stable).after(assign);
    }

    private static Set<TopicPartition> minus(Set<TopicPartition> all, Set<TopicPartition> without) {
        Set<TopicPartition> rest = new HashSet<>(all);
        rest.removeAll(without);
        return rest;
    }

    private Step beat(MemberState state) {
        boolean beats = state.phase() == MemberPhase.STABLE || state.phase() == MemberPhase.RELEASING;
        return beats && state.identity().isMember()
                ? Step.to(state, new MemberEffect.Ask(state.attempt(), requests.heartbeat(state)))
                : Step.to(state);
    }

    /** What to do about an error: begin anew, ask again, or give up. */
    private Step refused(MemberState state, ErrorCode error) {
        return switch (error) {
            case UNKNOWN_MEMBER_ID -> expelled(state, Identity.NOBODY);
            case ILLEGAL_GENERATION ->
                expelled(state, new Identity(state.identity().memberId(), Identity.NO_GENERATION));
            case NOT_COORDINATOR,
                    COORDINATOR_NOT_AVAILABLE,
                    COORDINATOR_LOAD_IN_PROGRESS,
                    REBALANCE_IN_PROGRESS,
                    REQUEST_TIMED_OUT ->
                state.phase() == MemberPhase.JOINING || state.phase() == MemberPhase.SYNCING
                        ? Step.to(state, new MemberEffect.Wait(state.attempt()))
                        // The next heartbeat finds the coordinator.
                        : Step.to(state);
            default -> Step.to(outside(state), lost(state), new MemberEffect.Fail(error));
        };
    }

    private Step tryAgain(MemberState state) {
        // The coordinator may be another by now, which knows nothing of the sync under way: to join again is always
        // right.
        return switch (state.phase()) {
            case JOINING, SYNCING -> rejoin(state);
            case COUNTING ->
                Step.to(
                        state,
                        new MemberEffect.Count(
                                state.attempt(), state.leadership().topics()));
            case OUTSIDE, RELEASING, STABLE -> Step.to(state);
        };
    }

    /** Others may have its partitions by now: it begins anew. */
    private Step expelled(MemberState state, Identity as) {
        Step joining = join(outside(state).with(as));
        return state.holdings().owned().isEmpty() ? joining : joining.after(lost(state));
    }

    private Step leave(MemberState state, String reason) {
        if (state.phase() == MemberPhase.OUTSIDE) {
            return Step.to(state);
        }
        MemberState outside = outside(state);
        if (settings.instanceId() != null || state.identity().memberId().isEmpty()) {
            // A static member stays until its session ends, so that a restart changes nothing (G9).
            return Step.to(outside, lost(state));
        }
        return Step.to(outside, lost(state), new MemberEffect.Ask(outside.attempt(), requests.leave(state, reason)));
    }

    private static MemberEffect lost(MemberState state) {
        return new MemberEffect.Lose(state.holdings().owned());
    }

    private static MemberState outside(MemberState state) {
        return state.with(MemberPhase.OUTSIDE)
                .with(new Holdings(Set.of(), Set.of(), state.holdings().before()))
                .with(Identity.NOBODY)
                .with("", Leadership.NONE);
    }
}
