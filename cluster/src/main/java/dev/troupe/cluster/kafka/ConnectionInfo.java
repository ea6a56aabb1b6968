package dev.troupe.cluster.kafka;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What is known of one client's connection, for management and for logs. Its event loop writes; any thread reads. */
public final class ConnectionInfo {
    private final long id;
    private final String peer;
    private final String host;
    private final String listener;
    private final Instant since;
    private final AtomicLong requests = new AtomicLong();
    private volatile @Nullable String clientId;
    private volatile @Nullable String software;

    ConnectionInfo(long id, String host, int port, String listener, Instant since) {
        this.id = id;
        this.host = host;
        this.peer = host + ":" + port;
        this.listener = listener;
        this.since = since;
    }

    /** Unique within this process. */
    public long id() {
        return id;
    }

    /** The peer's address. */
    public String host() {
        return host;
    }

    /** The peer's address and port. */
    public String peer() {
        return peer;
    }

    /** The name of the listener it came in by. */
    public String listener() {
        return listener;
    }

    public Instant since() {
        return since;
    }

    /** How many requests came in by it. */
    public long requests() {
        return requests.get();
    }

    /** As the client named itself in its last request, null where it did not. */
    public @Nullable String clientId() {
        return clientId;
    }

    /** Name and version of the client's software (KIP-511), null where it did not tell. */
    public @Nullable String software() {
        return software;
    }

    void requested(@Nullable String by) {
        requests.lazySet(requests.get() + 1);
        if (by != null && !by.equals(clientId)) {
            clientId = by;
        }
    }

    void runs(String name, String version) {
        software = name + " " + version;
    }

    @Override
    public String toString() {
        return "'" + (clientId == null ? "" : clientId) + "' at " + peer;
    }
}
