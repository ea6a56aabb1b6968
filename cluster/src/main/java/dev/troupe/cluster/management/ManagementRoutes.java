package dev.troupe.cluster.management;

import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.http.javadsl.model.ContentType;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.http.javadsl.model.HttpEntities;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.StatusCodes;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.Route;
import org.apache.pekko.management.javadsl.ManagementRouteProvider;
import org.apache.pekko.management.javadsl.ManagementRouteProviderSettings;

/**
 * All of Troupe's own routes; Pekko Management finds this class by its name in the configuration and adds the routes of the
 * cluster ({@code /cluster/members}).
 */
public final class ManagementRoutes extends AllDirectives implements ManagementRouteProvider {
    private static final ContentType PROMETHEUS = ContentTypes.parse("text/plain; version=0.0.4; charset=utf-8");

    private final NodeViews node;
    // A scrape looks at every partition and group, which no dispatcher's thread should be kept from its work for.
    private final Executor reading = Executors.newVirtualThreadPerTaskExecutor();
    private final GroupOffsetsRoutes offsets;

    /** Called by Pekko Management. */
    public ManagementRoutes(ExtendedActorSystem system) {
        this.node = ManagementContext.get(system).views();
        this.offsets = new GroupOffsetsRoutes(node);
    }

    @Override
    public Route routes(ManagementRouteProviderSettings settings) {
        return concat(
                get(() -> concat(
                        pathSingleSlash(() -> getFromResource("management/index.html")),
                        path("alive", () -> complete(Json.ok(Map.of("alive", true)))),
                        path("ready", this::ready),
                        path(
                                "metrics",
                                () -> completeWithFuture(CompletableFuture.supplyAsync(this::metrics, reading))))),
                pathPrefix("api", this::api));
    }

    private Route api() {
        return concat(
                get(() -> concat(
                        pathPrefix("v1", () -> ignoreTrailingSlash(() -> new ApiRoutes(node).routes())),
                        ApiRoutes.unknown())),
                post(() -> pathPrefix("v1", offsets::routes)),
                extractMethod(method -> complete(ErrorJson.notAllowed(
                        method.name() + " is not served here",
                        "everything under /api is read with GET, but for groups/{id}/offsets:plan and :apply"))));
    }

    private HttpResponse metrics() {
        return HttpResponse.create()
                .withEntity(
                        HttpEntities.create(PROMETHEUS, node.metrics().scrape().getBytes(StandardCharsets.UTF_8)));
    }

    private Route ready() {
        List<Readiness.Reason> reasons = node.readiness().reasons();
        return complete(
                reasons.isEmpty()
                        ? Json.ok(Map.of("ready", true))
                        : Json.response(StatusCodes.SERVICE_UNAVAILABLE, Map.of("ready", false, "reasons", reasons)));
    }
}
