package dev.troupe.actors.broker;

import dev.troupe.protocol.Endpoint;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who a broker is (C6).
 *
 * @param id the node id
 * @param incarnation chosen anew at each start of the process
 * @param endpoints its Kafka listeners, as clients are told
 * @param rack where it stands, if told
 */
public record BrokerIdentity(
        int id,
        UUID incarnation,
        List<Endpoint> endpoints,
        @Nullable String rack) {
    public BrokerIdentity {
        endpoints = List.copyOf(endpoints);
    }
}
