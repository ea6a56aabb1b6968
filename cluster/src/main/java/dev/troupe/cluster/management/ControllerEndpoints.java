package dev.troupe.cluster.management;

import dev.troupe.cluster.management.http.Ask;
import dev.troupe.cluster.management.http.Endpoint;
import dev.troupe.cluster.management.json.ControllerJson;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.protocol.controller.ControllerReport;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.apache.pekko.http.javadsl.model.HttpHeader;
import org.apache.pekko.http.javadsl.model.HttpResponse;

/** What the controller tells of itself, whichever node is asked (C14, R2). */
final class ControllerEndpoints {
    private final NodeViews node;
    private final RecentReport controller;
    private final EventStream stream;

    ControllerEndpoints(NodeViews node, RecentReport controller) {
        this.node = node;
        this.controller = controller;
        this.stream = new EventStream(controller, node.metadata());
    }

    List<Endpoint> all() {
        return List.of(
                Endpoint.get(
                        "/api/v1/controller",
                        ask -> told(report -> ControllerJson.of(
                                report, node.staleOrdersRefused().getAsLong()))),
                Endpoint.get(
                        "/api/v1/brokers",
                        ask -> told(report -> Map.of(
                                "brokers",
                                report.brokers().stream()
                                        .map(ControllerJson.Broker::of)
                                        .toList()))),
                Endpoint.get("/api/v1/brokers/{id}", this::broker),
                Endpoint.get(
                        "/api/v1/reassignments",
                        ask -> told(report -> Map.of("reassignments", report.reassignments()))),
                Endpoint.get("/api/v1/deletions", ask -> told(report -> Map.of("deletions", report.deletions()))),
                Endpoint.get("/api/v1/events", this::events, "limit", "after", "q"));
    }

    private HttpResponse broker(Ask ask) {
        int id = ask.number("id");
        return told(
                report -> report.brokers().stream()
                        .filter(broker -> broker.info().id() == id)
                        .findFirst()
                        .<Object>map(ControllerJson.Broker::of)
                        .orElse(Missing.BROKER),
                "there is no broker " + id);
    }

    private HttpResponse events(Ask ask) {
        long after = ask.query().number("after", -1, 0, Long.MAX_VALUE);
        if (accepts(ask, "text/event-stream")) {
            long last = ask.request()
                    .getHeader("Last-Event-ID")
                    .map(HttpHeader::value)
                    .filter(value -> value.matches("\\d{1,18}"))
                    .map(Long::parseLong)
                    .orElse(after);
            return stream.open(last);
        }
        String wanted = ask.query().text("q").orElse("").toLowerCase(Locale.ROOT);
        return told(report -> Map.of(
                "events",
                report.decisions().reversed().stream()
                        .filter(each -> each.version() > after)
                        .filter(each -> (each.what() + " " + each.cause())
                                .toLowerCase(Locale.ROOT)
                                .contains(wanted))
                        .limit(ask.query().limit())
                        .map(ControllerJson.Event::of)
                        .toList()));
    }

    private static boolean accepts(Ask ask, String type) {
        return ask.request()
                .getHeader("Accept")
                .filter(header -> header.value().contains(type))
                .isPresent();
    }

    private HttpResponse told(Function<ControllerReport, Object> shown) {
        return told(shown, "");
    }

    private HttpResponse told(Function<ControllerReport, Object> shown, String missing) {
        Object body;
        try {
            body = shown.apply(controller.await());
        } catch (CompletionException silent) {
            return ErrorJson.unavailable(
                    "no controller answers", "GET /ready tells what this node waits for; try again in a moment");
        }
        return body == Missing.BROKER
                ? ErrorJson.notFound(missing, "GET /api/v1/brokers lists those there are")
                : Json.ok(body);
    }

    private enum Missing {
        BROKER
    }
}
