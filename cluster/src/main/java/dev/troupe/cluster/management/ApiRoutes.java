package dev.troupe.cluster.management;

import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.PartitionView;
import dev.troupe.cluster.management.json.ClusterJson;
import dev.troupe.cluster.management.json.ConnectionJson;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.cluster.management.json.TopicJson;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.Directives;
import org.apache.pekko.http.javadsl.server.PathMatchers;
import org.apache.pekko.http.javadsl.server.Route;

/** {@code /api/v1}: the cluster as this node knows it. */
final class ApiRoutes extends AllDirectives {
    private static final List<String> PATHS = Stream.of(
                    "cluster",
                    "controller",
                    "brokers",
                    "deletions",
                    "reassignments",
                    "events",
                    "connections",
                    "topics",
                    "topics/{name}",
                    "topics/{name}/partitions/{number}/segments",
                    "log-dirs",
                    "cleaner",
                    "groups",
                    "groups/{id}",
                    "groups/{id}/timeline",
                    "groups/{id}/offsets:plan",
                    "groups/{id}/offsets:apply")
            .map(path -> "/api/v1/" + path)
            .toList();

    private final NodeViews node;

    ApiRoutes(NodeViews node) {
        this.node = node;
    }

    Route routes() {
        return concat(
                path("cluster", () -> complete(Json.ok(ClusterJson.of(image())))),
                new ControllerRoutes(node).routes(),
                path("connections", () -> complete(connections())),
                path("topics", () -> complete(topics())),
                new LogRoutes(node).routes(),
                pathPrefix("topics", () -> path(PathMatchers.segment(), name -> complete(topic(name)))),
                new GroupRoutes(node).routes(),
                pathEndOrSingleSlash(() -> complete(Json.ok(Map.of("paths", PATHS)))));
    }

    private HttpResponse connections() {
        return Json.ok(Map.of(
                "connections",
                node.connections().get().stream().map(ConnectionJson::of).toList()));
    }

    private HttpResponse topics() {
        return Json.ok(Map.of(
                "topics",
                image().topics().values().stream()
                        .sorted(Comparator.comparing(TopicInfo::name))
                        .map(TopicJson.Row::of)
                        .toList()));
    }

    private HttpResponse topic(String name) {
        return image().topic(name)
                .map(topic -> Json.ok(TopicJson.of(topic, this::replica)))
                .orElseGet(() -> ErrorJson.notFound(
                        "there is no topic '" + name + "'", "GET /api/v1/topics lists those there are"));
    }

    private Optional<PartitionView> replica(TopicPartition partition) {
        return node.hosted().get(partition).map(HostedPartition::view);
    }

    /** The answer where there is nothing. */
    static Route unknown() {
        return Directives.extractUri(uri -> Directives.complete(
                ErrorJson.notFound("there is nothing at " + uri.path(), "GET /api/v1 lists what there is")));
    }

    private ClusterImage image() {
        return node.metadata().current();
    }
}
