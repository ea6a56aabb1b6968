package dev.troupe.cluster.kafka;

import dev.troupe.protocol.controller.Requester;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Who asks.
 *
 * @param version of the request
 * @param clientId as the client names itself, null where it does not
 * @param host the peer's address
 * @param listener the name of the listener it came in by
 * @param connection unique to the connection within this process
 * @param eventLoop the connection's own thread, on which requests begin and answers are sent
 */
public record RequestContext(
        short version, @Nullable String clientId, String host, String listener, long connection, Executor eventLoop) {

    /** For messages to the controller. */
    public Requester requester() {
        return new Requester(clientId == null ? "" : clientId, host);
    }
}
