package dev.troupe.cluster.management;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.group.Groups;
import dev.troupe.actors.partition.HostedPartitions;

/**
 * What the routes read from.
 *
 * @param nodeId this node
 * @param version of this build
 * @param readiness why the node does not serve, if it does not
 * @param metadata the cluster as this node knows it
 * @param groups the consumer groups that this node coordinates
 * @param hosted the replicas on this node
 */
public record NodeViews(
        int nodeId,
        String version,
        Readiness readiness,
        MetadataCache metadata,
        Groups groups,
        HostedPartitions hosted) {}
