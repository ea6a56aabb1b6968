package dev.troupe.cluster.management.json;

import dev.troupe.actors.partition.PartitionView;
import dev.troupe.cluster.kafka.RequestMeters.Traffic;
import dev.troupe.cluster.management.NodeViews;
import dev.troupe.persistence.log.LogView;
import java.util.List;

/**
 * What has come and gone on one node since its start. Who asks twice knows how much in between.
 *
 * @param atMs the node's clock
 * @param records the sum of the ends of all logs it leads; falls where leaderships move away
 * @param connections Kafka clients that are connected
 * @param requests by kind
 */
public record TrafficJson(int node, long atMs, long records, int connections, List<Traffic> requests) {

    /** Of the node that is asked. */
    public static TrafficJson of(NodeViews node) {
        long records = node.hosted().all().stream()
                .map(replica -> replica.view())
                .filter(view -> view.role() == PartitionView.Role.LEADER)
                .mapToLong(view -> end(view))
                .sum();
        return new TrafficJson(
                node.nodeId(),
                node.clock().millis(),
                records,
                node.connections().get().size(),
                node.metrics().requests().traffic());
    }

    private static long end(PartitionView view) {
        LogView log = view.log();
        return log == null ? 0 : log.logEndOffset();
    }
}
