package dev.troupe.cluster.metrics;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.group.Groups;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.persistence.log.LogDirectory;
import java.util.function.LongSupplier;

/**
 * What the figures are read from.
 *
 * @param nodeId this node
 * @param staleOrdersRefused orders of deposed controllers that this node has refused (C3)
 */
public record MetricSources(
        int nodeId,
        MetadataCache metadata,
        HostedPartitions hosted,
        LogDirectory logs,
        Groups groups,
        LongSupplier staleOrdersRefused) {}
