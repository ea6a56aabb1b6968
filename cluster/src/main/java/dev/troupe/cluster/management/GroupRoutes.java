package dev.troupe.cluster.management;

import dev.troupe.actors.group.GroupSummary;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.management.desk.Asked;
import dev.troupe.cluster.management.desk.Subject;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.GroupJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.PathMatchers;
import org.apache.pekko.http.javadsl.server.Route;

/** {@code /api/v1/groups}: the groups that this node coordinates, and any group in detail, which its coordinator is asked for. */
final class GroupRoutes extends AllDirectives {
    private final NodeViews node;

    GroupRoutes(NodeViews node) {
        this.node = node;
    }

    Route routes() {
        return pathPrefix(
                "groups",
                () -> concat(
                        pathEnd(() -> complete(list())),
                        pathPrefix(
                                PathMatchers.segment(),
                                id -> concat(
                                        pathEnd(() -> completeWithFuture(askCoordinator(Subject.GROUP, id))),
                                        path(
                                                "timeline",
                                                () -> completeWithFuture(askCoordinator(Subject.TIMELINE, id)))))));
    }

    private HttpResponse list() {
        return Json.ok(Map.of(
                "coordinator",
                node.nodeId(),
                "groups",
                node.groups().list().stream()
                        .sorted(Comparator.comparing(GroupSummary::groupId))
                        .map(GroupJson.Row::of)
                        .toList()));
    }

    private CompletionStage<HttpResponse> askCoordinator(Subject subject, String id) {
        TopicPartition partition =
                new TopicPartition(Groups.OFFSETS_TOPIC, node.groups().partitionOf(id));
        Optional<PartitionInfo> info = node.metadata().current().partition(partition);
        if (info.isEmpty()) {
            return CompletableFuture.completedFuture(GroupClerk.unknown(id));
        }
        if (!info.get().hasLeader()) {
            return CompletableFuture.completedFuture(ErrorJson.unavailable(
                    "group '" + id + "' has no coordinator now: nobody leads " + partition,
                    "GET /api/v1/topics/" + Groups.OFFSETS_TOPIC + " shows its replicas"));
        }
        return node.desk()
                .ask(info.get().leader(), new Asked(subject, id, "", ""))
                .thenApply(HttpAnswers::response);
    }
}
