package dev.troupe.cluster.kafka.handlers;

import dev.troupe.protocol.controller.ControllerCommand;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Scheduler;
import org.apache.pekko.actor.typed.javadsl.AskPattern;

/**
 * Asks the controller from outside of actors. While no controller is there the question waits or is lost: then the answer is
 * the one given for a timeout, which tells the client to try again.
 */
public final class ControllerClient {
    /** A client that names no deadline or an absurd one must not hold its connection for ever. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final ActorRef<ControllerCommand> controller;
    private final Scheduler scheduler;

    /**
     * @param controller the singleton's proxy
     * @param scheduler of the actor system
     */
    public ControllerClient(ActorRef<ControllerCommand> controller, Scheduler scheduler) {
        this.controller = controller;
        this.scheduler = scheduler;
    }

    /**
     * Asks and turns the answer into a response.
     *
     * @param timeoutMs as the client gave it
     * @param question made from the ref that the answer goes to
     * @param answer the response to what the controller says
     * @param timedOut the response where it says nothing in time
     */
    <A, R> CompletionStage<R> ask(
            int timeoutMs,
            Function<ActorRef<A>, ControllerCommand> question,
            Function<A, R> answer,
            Function<Throwable, R> timedOut) {
        Duration timeout = timeoutMs <= 0 ? LONGEST : Duration.ofMillis(Math.min(timeoutMs, LONGEST.toMillis()));
        return AskPattern.<ControllerCommand, A>ask(controller, question::apply, timeout, scheduler)
                .thenApply(answer)
                .exceptionally(failure -> {
                    Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
                            ? wrapped.getCause()
                            : failure;
                    if (cause instanceof TimeoutException) {
                        return timedOut.apply(cause);
                    }
                    throw new CompletionException(cause);
                });
    }
}
