package dev.troupe.cluster.management;

import dev.troupe.cluster.management.http.Ask;
import dev.troupe.cluster.management.http.Endpoint;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.cluster.management.json.LogJson;
import dev.troupe.cluster.management.json.RecordsJson;
import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.TopicPartition;
import java.util.List;
import java.util.Map;
import org.apache.pekko.http.javadsl.model.HttpResponse;

/** What the record logs on this node tell: of their files (L8, L9, L14), their compaction (L10), and their latest records. */
final class LogEndpoints {
    private static final int RECORDS = 20;
    private static final int MAX_RECORDS = 100;
    private static final String RETRY_HINT =
            "a log that failed is tried again at next_try; changing any config of its topic,"
                    + " with kafka-configs for example, tries it at once";

    private final NodeViews node;

    LogEndpoints(NodeViews node) {
        this.node = node;
    }

    List<Endpoint> all() {
        return List.of(
                Endpoint.get(
                        "/api/v1/log-dirs",
                        ask -> Json.ok(Map.of(
                                "node", node.nodeId(), "directories", new Object[] {LogJson.Directory.of(node.logs())
                                }))),
                Endpoint.get(
                        "/api/v1/cleaner",
                        ask -> Json.ok(Map.of(
                                "node", node.nodeId(), "logs", LogJson.cleaners(node.logs()), "hint", RETRY_HINT))),
                Endpoint.get("/api/v1/topics/{name}/partitions/{number}/segments", this::segments),
                Endpoint.get("/api/v1/topics/{name}/partitions/{number}/records", this::records, "limit", "offset"));
    }

    private HttpResponse segments(Ask ask) {
        TopicPartition partition = partition(ask);
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

    private HttpResponse records(Ask ask) {
        if (!node.settings().showsRecords()) {
            return ErrorJson.forbidden(
                    "records are not shown here", "troupe.management.records.visible = true shows them");
        }
        TopicPartition partition = partition(ask);
        LogView log = node.hosted()
                .get(partition)
                .map(replica -> replica.view().log())
                .orElse(null);
        if (log == null) {
            return missing(partition);
        }
        int limit = (int) ask.query().number("limit", RECORDS, 1, MAX_RECORDS);
        long newest = Math.max(log.logStartOffset(), log.highWatermark() - limit);
        long from = Math.max(log.logStartOffset(), ask.query().number("offset", newest, 0, Long.MAX_VALUE));
        return Json.ok(RecordsJson.of(partition, log, RecentRecords.read(log, from, limit)));
    }

    private static TopicPartition partition(Ask ask) {
        return new TopicPartition(ask.variable("name"), ask.number("number"));
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
