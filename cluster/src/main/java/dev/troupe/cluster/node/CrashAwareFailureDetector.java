package dev.troupe.cluster.node;

import com.typesafe.config.Config;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.pekko.actor.Address;
import org.apache.pekko.event.EventStream;
import org.apache.pekko.remote.PhiAccrualFailureDetector;

/**
 * Pekko Cluster's failure detector, which goes by silence, and beside it what lifelines know: a node whose process has ended is
 * unreachable at once. Made by Pekko, one for each address; what is known is shared by all nodes of this process.
 */
public final class CrashAwareFailureDetector extends PhiAccrualFailureDetector {
    private static final Set<String> ENDED = ConcurrentHashMap.newKeySet();

    private volatile String watched = "";

    /** Called by Pekko, which finds the class in {@code node.conf}. */
    public CrashAwareFailureDetector(Config config, EventStream events) {
        super(config, events);
    }

    /** The process at that address has ended. */
    static void ended(Address address) {
        ENDED.add(address.toString());
    }

    /** Whether the process at that address is known to have ended. */
    static boolean hasEnded(Address address) {
        return ENDED.contains(address.toString());
    }

    /** A new process is at that address. */
    static void began(Address address) {
        ENDED.remove(address.toString());
    }

    @Override
    public void setAddress(String address) {
        super.setAddress(address);
        watched = address;
    }

    @Override
    public boolean isAvailable() {
        return !ENDED.contains(watched) && super.isAvailable();
    }
}
