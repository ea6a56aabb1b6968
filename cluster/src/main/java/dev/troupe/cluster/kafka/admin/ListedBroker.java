package dev.troupe.cluster.kafka.admin;

import org.jspecify.annotations.Nullable;

/** A broker of a cluster. */
public record ListedBroker(
        int id, String host, int port, @Nullable String rack, boolean controller) {}
