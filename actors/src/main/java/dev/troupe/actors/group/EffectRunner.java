package dev.troupe.actors.group;

import dev.troupe.protocol.ErrorCode;
import java.util.List;
import java.util.Optional;

/** Carries out a group's effects: answers, keeps requests that wait, sets deadlines. */
final class EffectRunner {
    private final ParkedRequests parked = new ParkedRequests();
    private final Deadlines deadlines;

    EffectRunner(Deadlines deadlines) {
        this.deadlines = deadlines;
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
