package dev.troupe.cluster.kafka;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * The bounds of the Kafka listener.
 *
 * @param eventLoops threads that read from and write to sockets
 * @param maxRequestBytes the largest request; a longer frame closes its connection
 * @param maxRequestsPerConnection requests under way on one connection before it is not read any more
 * @param queuedMaxBytes memory of all requests under way before no connection is read any more; -1 is half of what the JVM
 *     may have outside of its heap
 * @param maxConnections more are closed as they come
 * @param maxIdle how long a connection may have nothing to do before it is closed
 * @param writeBufferBytes responses waiting in one connection's socket before no more are made
 * @param stopTimeout how long requests under way may take when the listener stops
 */
public record ListenerSettings(
        int eventLoops,
        int maxRequestBytes,
        int maxRequestsPerConnection,
        long queuedMaxBytes,
        int maxConnections,
        Duration maxIdle,
        int writeBufferBytes,
        Duration stopTimeout) {

    /** Reads them from the keys of {@code application.conf}. */
    public static ListenerSettings from(Config troupe) {
        return new ListenerSettings(
                troupe.getInt("num.network.threads"),
                troupe.getInt("socket.request.max.bytes"),
                troupe.getInt("connection.max.requests"),
                troupe.getLong("queued.max.request.bytes"),
                troupe.getInt("max.connections"),
                Duration.ofMillis(troupe.getLong("connections.max.idle.ms")),
                troupe.getInt("connection.write.buffer.bytes"),
                Duration.ofMillis(troupe.getLong("listener.stop.timeout.ms")));
    }

    /** {@link #queuedMaxBytes}, with -1 resolved; never too little for one request. */
    long queuedMaxBytesOrShare() {
        // Unless set otherwise, as much direct memory is allowed as heap.
        long bytes = queuedMaxBytes < 0 ? Runtime.getRuntime().maxMemory() / 2 : queuedMaxBytes;
        return Math.max(bytes, maxRequestBytes);
    }
}
