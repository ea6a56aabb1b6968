package dev.troupe.cluster.node;

import dev.troupe.protocol.Endpoint;
import java.time.Duration;
import java.util.List;

/** What a node prints once, when it is ready: where it is and what to try next. */
final class Banner {
    private Banner() {}

    static String of(NodeContext node, int controllerEpoch, Duration startUp) {
        Endpoint kafka = node.settings().toldToClients().getFirst();
        Endpoint management = node.settings().management();
        return """

                Troupe %s is ready after %.1f s
                  node        %d
                  cluster     %s, controller epoch %d
                  kafka       %s
                  management  http://%s
                  data        %s
                  try         echo hello | kcat -P -b %s -t greetings
                """.formatted(
                        node.version(),
                        startUp.toMillis() / 1000.0,
                        node.settings().nodeId(),
                        node.data().meta().clusterId(),
                        controllerEpoch,
                        addresses(node.settings().toldToClients()),
                        address(management),
                        node.data().root(),
                        address(kafka));
    }

    private static String addresses(List<Endpoint> endpoints) {
        return String.join(", ", endpoints.stream().map(Banner::address).toList());
    }

    private static String address(Endpoint endpoint) {
        return endpoint.host() + ":" + endpoint.port();
    }
}
