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
    static final String NO_ANSWER = "The controller did not answer in time";

    /** A client that names an absurd deadline must not hold its connection for ever. */
    private static final int LONGEST_MS = 300_000;

    /** For requests that carry no deadline, or none that can be met. */
    static final int USUAL_MS = 30_000;

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
     * @param timeoutMs as the client gave it; 0 and less are {@link #USUAL_MS}
     * @param question made from the ref that the answer goes to
     * @param answer the response to what the controller says
     * @param timedOut the response where it says nothing in time
     */
    <A, R> CompletionStage<R> ask(
            int timeoutMs,
            Function<ActorRef<A>, ControllerCommand> question,
            Function<A, R> answer,
            Function<Throwable, R> timedOut) {
        Duration timeout = Duration.ofMillis(timeoutMs <= 0 ? USUAL_MS : Math.min(timeoutMs, LONGEST_MS));
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
