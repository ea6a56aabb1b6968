package dev.troupe.actors.controller;

import dev.troupe.actors.controller.ControllerInput.Tick;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;

/**
 * Tells brokers what is committed, and clients once brokers have applied it. Ticks only while something is outstanding: an idle
 * controller costs nothing.
 */
final class Announcer {
    private static final Duration TICK = Duration.ofMillis(100);

    private final BrokerChannels channels;
    private final WaitingAnswers answers = new WaitingAnswers();
    private final TimerScheduler<ControllerInput> timers;
    private final LongSupplier nanoTime;
    private final long patienceNanos;

    /**
     * Announces over these channels.
     *
     * @param nanoTime monotonic time
     * @param patience the longest that an answer waits for brokers
     */
    Announcer(
            BrokerChannels channels, TimerScheduler<ControllerInput> timers, LongSupplier nanoTime, Duration patience) {
        this.channels = channels;
        this.timers = timers;
        this.nanoTime = nanoTime;
        // An image may wait that long for leaders; brokers need a moment to publish it then.
        this.patienceNanos = patience.plus(TICK.multipliedBy(5)).toNanos();
    }

    /** Tells the brokers what has changed. */
    void changed(ControllerState before, List<ControllerEvent> events, ControllerState after) {
        channels.changed(before, events, after);
        proceed(after);
    }

    /** Answers once clients of every broker see that state. */
    void whenSeen(ControllerState state, Runnable answer) {
        answers.add(state.version(), nanoTime.getAsLong() + patienceNanos, answer);
        proceed(state);
    }

    /** Goes on with whatever has become possible. */
    void proceed(ControllerState state) {
        channels.pump(state);
        channels.resend();
        answers.release(channels::everybodySees, nanoTime.getAsLong());
        if ((channels.busy() || !answers.isEmpty()) && !timers.isTimerActive(Tick.class)) {
            timers.startSingleTimer(Tick.class, new Tick(), TICK);
        }
    }
}
