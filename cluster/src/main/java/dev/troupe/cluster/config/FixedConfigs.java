package dev.troupe.cluster.config;

import com.typesafe.config.Config;
import dev.troupe.protocol.Endpoint;
import dev.troupe.protocol.config.BrokerConfigs;
import dev.troupe.protocol.config.ConfigKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The broker configs that a node is started with, by Kafka's names, for those who ask what is set where. */
public final class FixedConfigs {
    private FixedConfigs() {}

    /**
     * All that differ from their default, and what every node has.
     *
     * @param troupe all keys without the namespace
     * @param node with real ports
     */
    public static Map<String, String> of(Config troupe, NodeSettings node) {
        Map<String, String> fixed = new HashMap<>();
        for (ConfigKey key : BrokerConfigs.all()) {
            if (troupe.hasPath(key.name()) && !troupe.getString(key.name()).equals(key.defaultValue())) {
                fixed.put(key.name(), troupe.getString(key.name()));
            }
        }
        fixed.put("listeners", list(node.listeners()));
        fixed.put("advertised.listeners", list(node.toldToClients()));
        fixed.put("log.dirs", node.dataDir().resolve("logs").toString());
        if (node.rack().isEmpty()) {
            fixed.remove("broker.rack");
        }
        return Map.copyOf(fixed);
    }

    private static String list(List<Endpoint> endpoints) {
        return endpoints.stream()
                .map(each -> each.listener() + "://" + each.host() + ":" + each.port())
                .collect(Collectors.joining(","));
    }
}
