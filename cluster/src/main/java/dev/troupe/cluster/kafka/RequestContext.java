package dev.troupe.cluster.kafka;

import dev.troupe.protocol.controller.Requester;
import org.jspecify.annotations.Nullable;

/**
 * Who asks.
 *
 * @param version of the request
 * @param clientId as the client names itself, null where it does not
 * @param host the peer's address
 * @param listener the name of the listener it came in by
 * @param connection unique to the connection within this process
 */
public record RequestContext(short version, @Nullable String clientId, String host, String listener, long connection) {

    /** For messages to the controller. */
    public Requester requester() {
        return new Requester(clientId == null ? "" : clientId, host);
    }
}
