package dev.troupe.actors.broker;

import dev.troupe.protocol.metadata.ClusterImage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The latest image of the cluster that this broker has applied. Any thread reads; only the {@code Broker} actor publishes. */
public final class MetadataCache {
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private volatile ClusterImage current;

    public MetadataCache(ClusterImage initial) {
        this.current = initial;
    }

    /** The image in force. */
    public ClusterImage current() {
        return current;
    }

    /** Publishes the next image and tells the listeners, on the caller's thread. */
    void publish(ClusterImage next) {
        ClusterImage before = current;
        current = next;
        for (Listener listener : listeners) {
            listener.changed(before, next);
        }
    }

    /** Tells {@code listener} of every change from now on; it must not block. */
    public void subscribe(Listener listener) {
        listeners.add(listener);
    }

    /** Hears of each new image. */
    @FunctionalInterface
    public interface Listener {
        void changed(ClusterImage before, ClusterImage now);
    }
}
