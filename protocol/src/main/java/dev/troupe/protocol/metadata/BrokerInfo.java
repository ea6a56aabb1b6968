package dev.troupe.protocol.metadata;

import dev.troupe.protocol.Endpoint;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A live broker (BEHAVIOUR C6).
 *
 * @param id the node id
 * @param epoch the broker epoch that the controller gave this incarnation
 * @param incarnation chosen anew at each start of the process
 * @param endpoints its Kafka listeners
 * @param rack where it stands, if told
 */
public record BrokerInfo(
        int id,
        long epoch,
        UUID incarnation,
        List<Endpoint> endpoints,
        @Nullable String rack) {
    public BrokerInfo {
        endpoints = List.copyOf(endpoints);
    }
}
