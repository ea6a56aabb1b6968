package dev.troupe.cluster.management;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.actors.group.Groups;
import dev.troupe.actors.partition.HostedPartitions;
import dev.troupe.cluster.kafka.ConnectionInfo;
import dev.troupe.cluster.management.desk.NodeDesk;
import dev.troupe.cluster.metrics.NodeMetrics;
import dev.troupe.persistence.log.LogDirectory;
import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.controller.ControllerReport;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What the routes read from.
 *
 * @param nodeId this node
 * @param version of this build
 * @param readiness why the node does not serve, if it does not
 * @param metadata the cluster as this node knows it
 * @param groups the consumer groups that this node coordinates
 * @param hosted the replicas on this node
 * @param logs the record logs of those replicas
 * @param connections the Kafka clients that are connected now
 * @param controller asks the controller, wherever it is, to tell of itself; fails where none answers
 * @param staleOrdersRefused orders of deposed controllers that this node has refused (C3)
 * @param metrics what this node counts
 * @param kafka where this node can be reached as by a Kafka client
 * @param settings how management is served
 * @param voters the nodes that keep the metadata
 * @param minInsyncReplicas what holds for topics that do not say
 * @param clock wall clock
 * @param desk asks other nodes what they know
 */
public record NodeViews(
        int nodeId,
        String version,
        Readiness readiness,
        MetadataCache metadata,
        Groups groups,
        HostedPartitions hosted,
        LogDirectory logs,
        Supplier<List<ConnectionInfo>> connections,
        Supplier<CompletionStage<ControllerReport>> controller,
        LongSupplier staleOrdersRefused,
        NodeMetrics metrics,
        Endpoint kafka,
        ManagementSettings settings,
        List<Integer> voters,
        int minInsyncReplicas,
        InstantSource clock,
        NodeDesk desk) {}
