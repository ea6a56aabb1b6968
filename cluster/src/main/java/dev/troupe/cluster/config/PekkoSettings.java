package dev.troupe.cluster.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.troupe.protocol.NodeRole;
import java.util.List;
import java.util.Map;

/** What of Pekko's own settings follows from the node's. */
public final class PekkoSettings {
    private PekkoSettings() {}

    /** Overrides for the whole configuration, to lay over it. */
    public static Config of(NodeSettings node) {
        return ConfigFactory.parseMap(Map.of(
                "pekko.cluster.roles", List.of(NodeRole.BROKER, NodeRole.of(node.nodeId())),
                "pekko.remote.artery.canonical.hostname", node.artery().host(),
                "pekko.remote.artery.canonical.port", node.artery().port(),
                "pekko.management.http.hostname", node.management().host(),
                "pekko.management.http.port", node.management().port(),
                "pekko.loglevel", node.loggingLevel().replace("WARN", "WARNING")));
    }
}
