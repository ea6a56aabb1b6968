package dev.troupe.cluster.management.json;

import dev.troupe.cluster.kafka.ConnectionInfo;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
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

    /** Whether its address, its id or its software has the text in it, in any case. */
    public boolean matches(String text) {
        String all = peer + " " + clientId + " " + software;
        return all.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }

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
