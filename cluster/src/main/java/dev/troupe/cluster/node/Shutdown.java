package dev.troupe.cluster.node;

import dev.troupe.actors.broker.BrokerMessage;
import dev.troupe.persistence.log.LogDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.pekko.Done;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.AskPattern;

/**
 * The order in which a node stops: leaderships move away and logs are closed (C9), which answers all who wait for one; then
 * connections end; then the node leaves its cluster.
 */
final class Shutdown {
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private Shutdown() {}

    static void arrange(ActorSystem<?> system, BrokerPart broker, LogDirectory logs, KafkaPart kafka) {
        CoordinatedShutdown shutdown = CoordinatedShutdown.get(system);
        task(
                shutdown,
                CoordinatedShutdown.PhaseBeforeServiceUnbind(),
                "close-replicas",
                () -> closeReplicas(system, shutdown, broker.broker()).thenRunAsync(() -> close(logs), broker.files()));
        task(shutdown, CoordinatedShutdown.PhaseServiceUnbind(), "close-connections", kafka::stop);
    }

    private static CompletionStage<Done> closeReplicas(
            ActorSystem<?> system, CoordinatedShutdown shutdown, ActorRef<BrokerMessage> broker) {
        return AskPattern.ask(
                broker,
                wasRemoved(shutdown) ? BrokerMessage.CloseReplicas::new : BrokerMessage.ShutDown::new,
                PATIENCE,
                system.scheduler());
    }

    /** Whether the node stops because its cluster has removed it, and not because anybody wants it to end. */
    static boolean wasRemoved(CoordinatedShutdown shutdown) {
        return shutdown.getShutdownReason()
                .filter(CoordinatedShutdown.clusterDowningReason()::equals)
                .isPresent();
    }

    private static void close(LogDirectory logs) {
        try {
            logs.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the mark of a clean stop could not be written", e);
        }
    }

    private static void task(
            CoordinatedShutdown shutdown, String phase, String name, Supplier<CompletionStage<?>> work) {
        shutdown.addTask(
                phase,
                name,
                () -> CompletableFuture.completedFuture(Done.getInstance())
                        .thenCompose(begin -> work.get())
                        .thenApply(done -> Done.getInstance()));
    }
}
