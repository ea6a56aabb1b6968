package dev.troupe.actors.controller;

import dev.troupe.protocol.metadata.BrokerInfo;

/**
 * A broker that has registered (C6).
 *
 * @param info its registration
 * @param live whether it can be given replicas and leaderships
 * @param shuttingDown whether it has asked to stop (C9): it is given no more leaderships
 * @param sinceMs since when it is live or not, in ms of the wall clock
 */
record BrokerState(BrokerInfo info, boolean live, boolean shuttingDown, long sinceMs) {

    /** Whether it may become the leader of a partition. */
    boolean mayLead() {
        return live && !shuttingDown;
    }
}
