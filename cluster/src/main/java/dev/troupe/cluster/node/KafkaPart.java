package dev.troupe.cluster.node;

import dev.troupe.cluster.kafka.ApiRegistry;
import dev.troupe.cluster.kafka.ConnectionInfo;
import dev.troupe.cluster.kafka.KafkaListener;
import dev.troupe.cluster.kafka.ListenerSettings;
import dev.troupe.cluster.kafka.RequestMeters;
import dev.troupe.protocol.Endpoint;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** The listeners for Kafka clients. Nobody is let in before the node is registered: until then it knows of no broker. */
final class KafkaPart {
    private final List<KafkaListener.Bound> bound = new CopyOnWriteArrayList<>();

    /**
     * Begins to listen.
     *
     * @param meters count the requests
     * @param executor where that is done, as it waits for the sockets
     */
    CompletionStage<?> listen(NodeContext node, ApiRegistry registry, RequestMeters meters, Executor executor) {
        ListenerSettings settings = ListenerSettings.from(node.troupe());
        return CompletableFuture.runAsync(
                () -> node.settings().listeners().forEach(each -> bound.add(start(settings, each, registry, meters))),
                executor);
    }

    private static KafkaListener.Bound start(
            ListenerSettings settings, Endpoint endpoint, ApiRegistry registry, RequestMeters meters) {
        try {
            return KafkaListener.start(settings, endpoint, registry, meters, Clock.systemUTC());
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    /** The clients that are connected now. */
    List<ConnectionInfo> connections() {
        return bound.stream()
                .flatMap(each -> each.connections().list().stream())
                .toList();
    }

    /** Lets nobody in any more, answers what is under way and closes all connections. */
    CompletionStage<?> stop() {
        return CompletableFuture.allOf(
                bound.stream().map(each -> each.stop().toCompletableFuture()).toArray(CompletableFuture<?>[]::new));
    }
}
