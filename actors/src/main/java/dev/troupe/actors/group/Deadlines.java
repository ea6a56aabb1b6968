package dev.troupe.actors.group;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * A group's deadlines, on monotonic time. A heartbeat only moves a number: one timer is set, for the earliest deadline as it
 * was when last looked, and none where there is no deadline.
 */
final class Deadlines {
    private final Map<GroupTimer, Long> nanosByTimer = new HashMap<>(2);
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

    /** Takes out the earliest deadline if it has passed; else sets the alarm for it. */
    Optional<GroupTimer> takeDue() {
        alarmNanos = Long.MAX_VALUE;
        Optional<Map.Entry<GroupTimer, Long>> earliest =
                nanosByTimer.entrySet().stream().min(Map.Entry.comparingByValue());
        if (earliest.isEmpty()) {
            return Optional.empty();
        }
        GroupTimer timer = earliest.get().getKey();
        long deadline = earliest.get().getValue();
        if (deadline > nanoClock.getAsLong()) {
            setAlarm(deadline);
            return Optional.empty();
        }
        nanosByTimer.remove(timer);
        return Optional.of(timer);
    }

    private void setAlarm(long deadline) {
        alarmNanos = deadline;
        long delay = Math.max(0, deadline - nanoClock.getAsLong());
        scheduler.startSingleTimer(
                GroupCommand.DeadlineDue.class, new GroupCommand.DeadlineDue(), Duration.ofNanos(delay));
    }
}
