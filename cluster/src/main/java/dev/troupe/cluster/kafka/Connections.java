package dev.troupe.cluster.kafka;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The clients that are connected, bounded by {@code max.connections}. */
public final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

    private final int max;
    private final ConcurrentMap<Long, Connection> open = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong opened = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicBoolean full = new AtomicBoolean();

    Connections(int max) {
        this.max = max;
    }

    /** Who is connected now. */
    public List<ConnectionInfo> list() {
        return open.values().stream().map(Connection::info).toList();
    }

    /** How many are connected now. */
    public int count() {
        return count.get();
    }

    /** How many ever were. */
    public long opened() {
        return opened.get();
    }

    /** How many were closed as they came, for there were too many. */
    public long refused() {
        return refused.get();
    }

    /** Makes room for one more; its number, or -1 where there are too many already. */
    long admit() {
        if (count.incrementAndGet() > max) {
            count.decrementAndGet();
            refused.incrementAndGet();
            if (full.compareAndSet(false, true)) {
                LOG.warn("Refusing clients: {} are connected, as many as max.connections allows", max);
            }
            return -1;
        }
        return opened.incrementAndGet();
    }

    void add(Connection connection) {
        open.put(connection.info().id(), connection);
    }

    /** Ends what {@link #admit} began. */
    void remove(long id) {
        open.remove(id);
        if (count.decrementAndGet() < max) {
            full.lazySet(false);
        }
    }

    Collection<Connection> all() {
        return open.values();
    }
}
