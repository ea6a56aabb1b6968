package dev.troupe.actors.group;

import dev.troupe.actors.group.GroupEffect.Awaited;
import java.util.ArrayList;
import java.util.List;

/** A decision in the making: the state as the events so far leave it, so that rules can build on one another. */
final class Draft {
    private final long nowMs;
    private final List<GroupEvent.Passing> passing = new ArrayList<>();
    private final List<GroupEvent.Durable> durable = new ArrayList<>();
    private final List<GroupEffect> effects = new ArrayList<>();
    private GroupState state;
    private GroupState afterPassing;

    /**
     * Begins with nothing decided.
     *
     * @param nowMs wall clock, for what is stored
     */
    Draft(GroupState state, long nowMs) {
        this.state = state;
        this.afterPassing = state;
        this.nowMs = nowMs;
    }

    GroupState state() {
        return state;
    }

    GroupCore core() {
        return state.core();
    }

    Members members() {
        return state.members();
    }

    long nowMs() {
        return nowMs;
    }

    /** Lets something happen that is not kept; comes before all that is. */
    void happen(GroupEvent.Passing event) {
        if (!durable.isEmpty()) {
            throw new IllegalStateException(event + " after " + durable);
        }
        state = GroupEvolution.evolve(state, event);
        afterPassing = state;
        passing.add(event);
    }

    /** Lets something happen that is kept. */
    void keep(GroupEvent.Durable event) {
        state = GroupEvolution.evolve(state, event);
        durable.add(event);
    }

    void reply(GroupReply reply) {
        effects.add(new GroupEffect.Reply(reply));
    }

    void park(Awaited awaited, String memberId) {
        effects.add(new GroupEffect.Park(awaited, memberId));
    }

    void release(Awaited awaited, String memberId, GroupReply reply) {
        effects.add(new GroupEffect.Release(awaited, memberId, reply));
    }

    void start(GroupTimer timer, long delayMs) {
        effects.add(new GroupEffect.StartTimer(timer, delayMs));
    }

    void cancel(GroupTimer timer) {
        effects.add(new GroupEffect.CancelTimer(timer));
    }

    void rest() {
        effects.add(new GroupEffect.Rest());
    }

    Decision decision() {
        return new Decision(passing, afterPassing, durable, effects);
    }
}
