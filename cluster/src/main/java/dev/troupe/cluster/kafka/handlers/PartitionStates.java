package dev.troupe.cluster.kafka.handlers;

import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.metadata.BrokerInfo;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Brokers and partitions of an image as clients of one listener may see them: by that listener's addresses (K5). */
final class PartitionStates {
    private final Map<Integer, Node> nodes = new LinkedHashMap<>();

    PartitionStates(ClusterImage image, String listener) {
        for (BrokerInfo broker : image.brokers().values()) {
            broker.endpoints().stream()
                    .filter(endpoint -> endpoint.listener().equals(listener))
                    .findFirst()
                    .ifPresent(endpoint -> nodes.put(
                            broker.id(), new Node(broker.id(), endpoint.host(), endpoint.port(), broker.rack())));
        }
    }

    /** Live brokers that have the listener. */
    Collection<Node> brokers() {
        return nodes.values();
    }

    boolean isListed(int broker) {
        return nodes.containsKey(broker);
    }

    /** The partition; its leader is named only where clients can reach it. */
    State of(PartitionInfo info) {
        List<Integer> online = info.replicas();
        List<Integer> offline = List.of();
        if (!nodes.keySet().containsAll(info.replicas())) {
            online = info.replicas().stream().filter(this::isListed).toList();
            offline = info.replicas().stream().filter(id -> !isListed(id)).toList();
        }
        return new State(isListed(info.leader()) ? info.leader() : PartitionInfo.NO_LEADER, online, offline);
    }

    /** A broker as a client reaches it. */
    record Node(int id, String host, int port, @Nullable String rack) {}

    /** What clients are told of a partition beside its assignment. */
    record State(int leader, List<Integer> online, List<Integer> offline) {

        /** Version 0 of Metadata also calls it an error where a replica is offline. */
        ErrorCode error(boolean offlineIsError) {
            if (leader == PartitionInfo.NO_LEADER) {
                return ErrorCode.LEADER_NOT_AVAILABLE;
            }
            return offlineIsError && !offline.isEmpty() ? ErrorCode.REPLICA_NOT_AVAILABLE : ErrorCode.NONE;
        }
    }
}
