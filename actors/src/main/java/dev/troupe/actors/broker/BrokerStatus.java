package dev.troupe.actors.broker;

import java.util.concurrent.atomic.LongAdder;

/** What others may read of the broker actor at any time; only the actor writes. */
public final class BrokerStatus {
    /** The epoch of a broker that is not registered. */
    public static final long NOT_REGISTERED = -1;

    private final LongAdder staleOrders = new LongAdder();
    private volatile long epoch = NOT_REGISTERED;

    /** The broker epoch that the controller gave this incarnation, or {@link #NOT_REGISTERED}. */
    public long epoch() {
        return epoch;
    }

    /** Orders of deposed controllers that were refused (C3). */
    public long staleOrdersRefused() {
        return staleOrders.sum();
    }

    void registered(long brokerEpoch) {
        epoch = brokerEpoch;
    }

    void refusedStaleOrder() {
        staleOrders.increment();
    }
}
