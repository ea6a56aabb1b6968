package dev.troupe.actors.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * A group's deadlines, on monotonic time. A heartbeat only moves a number: one timer is set, for the earliest deadline as it
 * was when last looked, and none where there is no deadline.
 */
final class Deadlines {
    private final Map<GroupTimer, Long> nanosByTimer = new HashMap<>();
    private final TimerScheduler<GroupCommand> scheduler;
    private final LongSupplier nanoClock;
    private long alarmNanos = Long.MAX_VALUE;

    Deadlines(TimerScheduler<GroupCommand> scheduler, LongSupplier nanoClock) {
        this.scheduler = scheduler;
        this.nanoClock = nanoClock;
    }

    void start(GroupTimer timer, long delayMs) {
        long deadline = nanoClock.getAsLong() + delayMs * 1_000_000;
        nanosByTimer.put(timer, deadline);
        if (deadline < alarmNanos) {
            setAlarm(deadline);
        }
    }

    void cancel(GroupTimer timer) {
        nanosByTimer.remove(timer);
    }

    void clear() {
        nanosByTimer.clear();
        scheduler.cancelAll();
        alarmNanos = Long.MAX_VALUE;
    }

    /** Takes out the deadlines that have passed, and sets the alarm for the next. */
    List<GroupTimer> takeDue() {
        long now = nanoClock.getAsLong();
        List<GroupTimer> due = new ArrayList<>();
        long next = Long.MAX_VALUE;
        for (Map.Entry<GroupTimer, Long> entry : nanosByTimer.entrySet()) {
            if (entry.getValue() <= now) {
                due.add(entry.getKey());
            } else {
                next = Math.min(next, entry.getValue());
            }
        }
        due.forEach(nanosByTimer::remove);
        alarmNanos = Long.MAX_VALUE;
        if (next < Long.MAX_VALUE) {
            setAlarm(next);
        }
        return due;
    }

    private void setAlarm(long deadline) {
        alarmNanos = deadline;
        long delay = Math.max(0, deadline - nanoClock.getAsLong());
        scheduler.startSingleTimer(
                GroupCommand.DeadlineDue.class, new GroupCommand.DeadlineDue(), Duration.ofNanos(delay));
    }
}
