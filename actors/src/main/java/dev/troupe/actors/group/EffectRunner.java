package dev.troupe.actors.group;

import dev.troupe.protocol.ErrorCode;
import java.util.List;
import java.util.Optional;

/** Carries out a group's effects: answers, keeps requests that wait, sets deadlines. */
final class EffectRunner {
    private final ParkedRequests parked = new ParkedRequests();
    private final Deadlines deadlines;
    private final Runnable rest;

    /**
     * Of one actor.
     *
     * @param rest what is to be done when nobody needs it
     */
    EffectRunner(Deadlines deadlines, Runnable rest) {
        this.deadlines = deadlines;
        this.rest = rest;
    }

    /**
     * Carries them out in order.
     *
     * @param asker the request that was decided on, empty where nobody asked
     */
    void run(List<GroupEffect> effects, Optional<GroupCommand.Ask<?>> asker) {
        for (GroupEffect effect : effects) {
            switch (effect) {
                case GroupEffect.Reply(GroupReply reply) -> asker.orElseThrow().answer(reply);
                case GroupEffect.Park e -> parked.park(e.awaited(), e.memberId(), asker.orElseThrow());
                case GroupEffect.Release e -> parked.release(e.awaited(), e.memberId(), e.reply());
                case GroupEffect.StartTimer e -> deadlines.start(e.timer(), e.delayMs());
                case GroupEffect.CancelTimer e -> deadlines.cancel(e.timer());
                case GroupEffect.Rest e -> rest.run();
            }
        }
    }

    /** The earliest deadline if it has passed; the alarm is set again once none has. */
    Optional<GroupTimer> takeDue() {
        return deadlines.takeDue();
    }

    /** Answers everybody who waits with an error, and forgets all deadlines. */
    void giveUp(ErrorCode error) {
        parked.refuseAll(error);
        deadlines.clear();
    }
}
