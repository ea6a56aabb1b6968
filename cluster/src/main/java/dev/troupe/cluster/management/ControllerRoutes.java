package dev.troupe.cluster.management;

import dev.troupe.cluster.management.json.ControllerJson;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.protocol.controller.ControllerReport;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.Route;

/** What the controller tells of itself, whichever node is asked (C14, R2). */
final class ControllerRoutes extends AllDirectives {
    private final NodeViews node;

    ControllerRoutes(NodeViews node) {
        this.node = node;
    }

    Route routes() {
        return concat(
                path(
                        "controller",
                        () -> ask(report -> ControllerJson.of(
                                report, node.staleOrdersRefused().getAsLong()))),
                path(
                        "brokers",
                        () -> ask(report -> Map.of(
                                "brokers",
                                report.brokers().stream()
                                        .map(ControllerJson.Broker::of)
                                        .toList()))),
                path("reassignments", () -> ask(report -> Map.of("reassignments", report.reassignments()))),
                path("deletions", () -> ask(report -> Map.of("deletions", report.deletions()))),
                path(
                        "events",
                        () -> ask(report -> Map.of(
                                "events",
                                report.decisions().reversed().stream()
                                        .map(ControllerJson.Event::of)
                                        .toList()))));
    }

    private Route ask(Function<ControllerReport, Object> shown) {
        CompletionStage<HttpResponse> answer = node.controller()
                .get()
                .thenApply(shown)
                .thenApply(Json::ok)
                .exceptionally(silent -> ErrorJson.unavailable(
                        "no controller answers", "GET /ready tells what this node waits for; try again in a moment"));
        return completeWithFuture(answer);
    }
}
