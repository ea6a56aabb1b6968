package dev.troupe.cluster.management;

import dev.troupe.actors.group.GroupReply.Described;
import dev.troupe.actors.group.GroupReply.FetchedOffsets;
import dev.troupe.actors.group.GroupRequest.Describe;
import dev.troupe.actors.group.GroupRequest.FetchOffsets;
import dev.troupe.actors.group.GroupSummary;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.GroupJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.PathMatchers;
import org.apache.pekko.http.javadsl.server.Route;

/** {@code /api/v1/groups}: the consumer groups that this node coordinates. */
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
                                        pathEnd(() -> completeWithFuture(group(id))),
                                        path("timeline", () -> complete(timeline(id)))))));
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

    private CompletionStage<HttpResponse> group(String id) {
        return node.groups()
                .ask(id, new Describe())
                .thenCombine(
                        node.groups().ask(id, new FetchOffsets()),
                        (described, fetched) -> describe(id, described, fetched));
    }

    private HttpResponse describe(String id, Described described, FetchedOffsets fetched) {
        return switch (described.error()) {
            case NONE -> Json.ok(GroupJson.of(id, node.nodeId(), described, fetched, this::end));
            case GROUP_ID_NOT_FOUND -> notFound(id);
            case COORDINATOR_LOAD_IN_PROGRESS ->
                ErrorJson.unavailable("group '" + id + "' is being loaded", "try again in a moment");
            default -> elsewhere(id, described.error());
        };
    }

    private Optional<Long> end(TopicPartition partition) {
        return node.hosted().get(partition).map(replica -> replica.view().log()).map(LogView::highWatermark);
    }

    private HttpResponse timeline(String id) {
        List<GroupJson.Event> events =
                node.groups().timeline(id).stream().map(GroupJson.Event::of).toList();
        return node.groups().list().stream().anyMatch(group -> group.groupId().equals(id))
                ? Json.ok(Map.of("group", id, "events", events))
                : notFound(id);
    }

    private static HttpResponse notFound(String id) {
        return ErrorJson.notFound("there is no group '" + id + "' here", "GET /api/v1/groups lists those there are");
    }

    private HttpResponse elsewhere(String id, ErrorCode error) {
        int partition = node.groups().partitionOf(id);
        return node.metadata()
                .current()
                .partition(new TopicPartition(Groups.OFFSETS_TOPIC, partition))
                .map(info -> ErrorJson.notFound(
                        "group '" + id + "' is not coordinated here (" + error + ")", "ask node " + info.leader()))
                .orElseGet(() -> notFound(id));
    }
}
