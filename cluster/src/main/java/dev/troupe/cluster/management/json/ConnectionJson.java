package dev.troupe.cluster.management.json;

import dev.troupe.cluster.kafka.ConnectionInfo;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka client that is connected.
 *
 * @param peer its address and port
 * @param listener the listener it came in by
 * @param clientId as it names itself, if it does
 * @param software its name and version, if it tells them
 * @param since when it connected, in ISO-8601
 * @param requests how many it has sent
 */
public record ConnectionJson(
        String peer,
        String listener,
        @Nullable String clientId,
        @Nullable String software,
        String since,
        long requests) {

    /** As it stands now. */
    public static ConnectionJson of(ConnectionInfo connection) {
        return new ConnectionJson(
                connection.peer(),
                connection.listener(),
                connection.clientId(),
                connection.software(),
                connection.since().truncatedTo(ChronoUnit.MILLIS).toString(),
                connection.requests());
    }
}
