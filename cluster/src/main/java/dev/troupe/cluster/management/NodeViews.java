package dev.troupe.cluster.management;

import dev.troupe.actors.broker.MetadataCache;

/**
 * What the routes read from.
 *
 * @param nodeId this node
 * @param version of this build
 * @param readiness why the node does not serve, if it does not
 * @param metadata the cluster as this node knows it
 */
public record NodeViews(int nodeId, String version, Readiness readiness, MetadataCache metadata) {}
