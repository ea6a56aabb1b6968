package dev.troupe.cluster.kafka.handlers;

import dev.troupe.cluster.kafka.RequestContext;

/** What handlers of group requests share. */
final class GroupWire {
    /** Kafka's name for groups of the classic protocol. */
    static final String CLASSIC = "classic";

    private GroupWire() {}

    static String clientId(RequestContext context) {
        return context.clientId() == null ? "" : context.clientId();
    }

    /** A member's host as Kafka's tools show it: with a slash before it. */
    static String clientHost(RequestContext context) {
        return context.host().startsWith("/") ? context.host() : "/" + context.host();
    }
}
