package dev.troupe.cluster.management;

import dev.troupe.cluster.management.http.Ask;
import dev.troupe.cluster.management.http.Endpoint;
import dev.troupe.cluster.management.http.Page;
import dev.troupe.cluster.management.json.ClusterJson;
import dev.troupe.cluster.management.json.ConnectionJson;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.cluster.management.json.RestartJson;
import dev.troupe.cluster.management.json.TrafficJson;
import dev.troupe.protocol.controller.ControllerReport.BrokerReport;
import java.util.List;
import org.apache.pekko.http.javadsl.model.HttpResponse;

/** The cluster in a few numbers, who is connected, what comes and goes, and whether a node can be restarted (M3). */
final class ClusterEndpoints {
    private final NodeViews node;
    private final RecentReport controller;

    ClusterEndpoints(NodeViews node, RecentReport controller) {
        this.node = node;
        this.controller = controller;
    }

    List<Endpoint> all() {
        return List.of(
                Endpoint.get(
                        "/api/v1/cluster",
                        ask -> Json.ok(ClusterJson.of(node.metadata().current()))),
                Endpoint.get("/api/v1/traffic", ask -> Json.ok(TrafficJson.of(node))),
                Endpoint.list("/api/v1/connections", this::connections, "q"),
                Endpoint.get("/api/v1/brokers/{id}/can-restart", this::canRestart));
    }

    private HttpResponse connections(Ask ask) {
        String wanted = ask.query().text("q").orElse("");
        return Json.ok(Page.of(
                        node.connections().get().stream()
                                .map(ConnectionJson::of)
                                .filter(each -> each.matches(wanted)),
                        ConnectionJson::peer,
                        ask.query())
                .named("connections"));
    }

    private HttpResponse canRestart(Ask ask) {
        int id = ask.number("id");
        List<BrokerReport> brokers = controller.await().brokers();
        if (brokers.stream().noneMatch(broker -> broker.info().id() == id)) {
            return ErrorJson.notFound("there is no broker " + id, "GET /api/v1/brokers lists those there are");
        }
        RestartCheck check = new RestartCheck(node.metadata().current(), node.voters(), node.minInsyncReplicas());
        return Json.ok(RestartJson.of(id, check.obstacles(id)));
    }
}
