package dev.troupe.cluster.management;

import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.cluster.management.json.LogJson;
import dev.troupe.protocol.TopicPartition;
import java.util.Map;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.PathMatchers;
import org.apache.pekko.http.javadsl.server.Route;

/** What the record logs on this node tell of their files (L8, L9, L14) and of their compaction (L10). */
final class LogRoutes extends AllDirectives {
    private static final String RETRY_HINT =
            "a log that failed is tried again at next_try; changing any config of its topic,"
                    + " with kafka-configs for example, tries it at once";

    private final NodeViews node;

    LogRoutes(NodeViews node) {
        this.node = node;
    }

    Route routes() {
        return concat(
                path(
                        "log-dirs",
                        () -> complete(Json.ok(Map.of(
                                "node", node.nodeId(), "directories", new Object[] {LogJson.Directory.of(node.logs())
                                })))),
                path("cleaner", () -> complete(cleaner())),
                path(
                        PathMatchers.segment("topics")
                                .slash(PathMatchers.segment())
                                .slash("partitions")
                                .slash(PathMatchers.integerSegment())
                                .slash("segments"),
                        (topic, partition) -> complete(segments(new TopicPartition(topic, partition)))));
    }

    private HttpResponse cleaner() {
        return Json.ok(Map.of("node", node.nodeId(), "logs", LogJson.cleaners(node.logs()), "hint", RETRY_HINT));
    }

    private HttpResponse segments(TopicPartition partition) {
        return node.logs()
                .log(partition)
                .map(log -> Json.ok(Map.of(
                        "node",
                        node.nodeId(),
                        "partition",
                        partition.toString(),
                        "segments",
                        log.segments().stream().map(LogJson.Segment::of).toList())))
                .orElseGet(() -> missing(partition));
    }

    private HttpResponse missing(TopicPartition partition) {
        String message = "this node has no open log of " + partition;
        return node.metadata()
                .current()
                .partition(partition)
                .map(info -> ErrorJson.notFound(message, "ask one of its replicas: nodes " + info.replicas()))
                .orElseGet(() -> ErrorJson.notFound(message, "GET /api/v1/topics lists the topics there are"));
    }
}
