package dev.troupe.cluster.management;

import dev.troupe.cluster.management.http.Endpoint;
import dev.troupe.cluster.management.http.Router;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.cluster.management.json.MemberJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.StatusCodes;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.Route;
import org.apache.pekko.management.javadsl.ManagementRouteProvider;
import org.apache.pekko.management.javadsl.ManagementRouteProviderSettings;
import org.apache.pekko.stream.Materializer;
import org.jspecify.annotations.Nullable;

/**
 * All that a node serves over HTTP; Pekko Management finds this class by its name in the configuration. It is there before the
 * node knows its cluster: until then it tells that the node is alive, and what it waits for.
 */
public final class ManagementRoutes extends AllDirectives implements ManagementRouteProvider {
    private static final String ALIVE = "/alive";

    private final ExtendedActorSystem system;
    private final ManagementContext context;
    // Whoever waits for other nodes, reads files or looks at every partition must not hold a thread that serves them.
    private final Executor waiting = Executors.newVirtualThreadPerTaskExecutor();
    private final Router early;
    private final AtomicReference<@Nullable Router> complete = new AtomicReference<>();

    /** Called by Pekko Management. */
    public ManagementRoutes(ExtendedActorSystem system) {
        this.system = system;
        this.context = ManagementContext.get(system);
        this.early = new Router(early(), waiting);
    }

    @Override
    public Route routes(ManagementRouteProviderSettings settings) {
        return extractMaterializer(materializer -> extractRequest(request -> completeWithFuture(
                answer(request, materializer).thenApply(response -> response.addHeaders(ConsoleFiles.HEADERS)))));
    }

    private CompletionStage<HttpResponse> answer(HttpRequest request, Materializer materializer) {
        boolean open = request.getUri().path().equals(ALIVE);
        return (open
                        ? Optional.<HttpResponse>empty()
                        : context.basics().settings().access().refusal(request))
                .map(refusal -> {
                    request.discardEntityBytes(materializer);
                    return (CompletionStage<HttpResponse>) CompletableFuture.completedFuture(refusal);
                })
                .orElseGet(() -> router().answer(request, materializer).thenApply(this::orWhy));
    }

    /** Before the node knows its cluster most is not found, and the reason is another. */
    private HttpResponse orWhy(HttpResponse response) {
        return response.status().equals(StatusCodes.NOT_FOUND)
                        && context.views().isEmpty()
                ? ErrorJson.unavailable("this node has not found its cluster yet", "GET /ready tells what it waits for")
                : response;
    }

    private Router router() {
        Router router = complete.get();
        if (router != null) {
            return router;
        }
        return context.views()
                .map(node -> complete.updateAndGet(made -> made != null ? made : new Router(all(node), waiting)))
                .orElse(early);
    }

    private List<Endpoint> early() {
        return List.of(
                Endpoint.get(ALIVE, ask -> Json.ok(Map.of("alive", true))),
                Endpoint.get("/ready", ask -> ready()),
                Endpoint.get("/", ask -> ConsoleFiles.page()),
                Endpoint.get("/console/{file}", ask -> ConsoleFiles.file(ask.variable("file"))));
    }

    private List<Endpoint> all(NodeViews node) {
        List<Endpoint> all = new ArrayList<>(early());
        RecentReport controller = new RecentReport(node.controller(), System::nanoTime);
        all.add(Endpoint.get("/metrics", ask -> MetricsPage.of(node.metrics())));
        all.add(Endpoint.get("/api/v1/members", ask -> members()));
        all.addAll(new ClusterEndpoints(node, controller).all());
        all.addAll(new ControllerEndpoints(node, controller).all());
        all.addAll(new TopicEndpoints(node).all());
        all.addAll(new LogEndpoints(node).all());
        all.addAll(new GroupEndpoints(node).all());
        all.add(Endpoint.get("/api/v1/openapi.json", ask -> ConsoleFiles.openApi()));
        all.add(Endpoint.get("/api/v1", ask -> index(all)));
        return all;
    }

    private HttpResponse ready() {
        List<Readiness.Reason> reasons = context.basics().readiness().reasons();
        return reasons.isEmpty()
                ? Json.ok(Map.of("ready", true))
                : Json.response(StatusCodes.SERVICE_UNAVAILABLE, Map.of("ready", false, "reasons", reasons));
    }

    private HttpResponse members() {
        return Json.ok(MemberJson.of(Cluster.get(system).state()));
    }

    private static HttpResponse index(List<Endpoint> all) {
        return Json.ok(Map.of(
                "paths",
                all.stream()
                        .filter(each -> !each.path().startsWith("/console"))
                        .map(each -> (each.method().equals("GET") ? "" : each.method() + " ") + each.path())
                        .toList()));
    }
}
