package dev.troupe.cluster.kafka.handlers;

import dev.troupe.actors.broker.MetadataCache;
import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.metadata.BrokerInfo;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.ProduceResponseData;

/** Tells a client that asked the wrong broker who leads, and where that is, so that it need not ask for metadata (KIP-951). */
public final class LeaderHints {
    private final MetadataCache metadata;

    public LeaderHints(MetadataCache metadata) {
        this.metadata = metadata;
    }

    /** Leader and epoch of a partition of a topic, given by id or by name. */
    Optional<PartitionInfo> leader(String topic, Uuid topicId, int partition) {
        Optional<TopicInfo> info = topicId.equals(Uuid.ZERO_UUID)
                ? metadata.current().topic(topic)
                : metadata.current().topic(PartitionLookup.idOf(topicId));
        return info.filter(t -> partition >= 0 && partition < t.partitions().size())
                .map(t -> t.partitions().get(partition))
                .filter(PartitionInfo::hasLeader);
    }

    void addEndpoint(ProduceResponseData.NodeEndpointCollection endpoints, int broker, String listener) {
        if (endpoints.find(broker) == null) {
            endpoint(broker, listener)
                    .ifPresent(e -> endpoints.add(new ProduceResponseData.NodeEndpoint()
                            .setNodeId(broker)
                            .setHost(e.host())
                            .setPort(e.port())));
        }
    }

    void addEndpoint(FetchResponseData.NodeEndpointCollection endpoints, int broker, String listener) {
        if (endpoints.find(broker) == null) {
            endpoint(broker, listener)
                    .ifPresent(e -> endpoints.add(new FetchResponseData.NodeEndpoint()
                            .setNodeId(broker)
                            .setHost(e.host())
                            .setPort(e.port())));
        }
    }

    private Optional<Endpoint> endpoint(int broker, String listener) {
        BrokerInfo info = metadata.current().brokers().get(broker);
        return info == null
                ? Optional.empty()
                : info.endpoints().stream()
                        .filter(e -> e.listener().equals(listener))
                        .findFirst();
    }
}
