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
import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.ErrorCode;
import dev.troupe.protocol.TopicPartition;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.PathMatchers;
import org.apache.pekko.http.javadsl.server.Route;

/** {@code /api/v1/groups}: the consumer groups that this node coordinates. */
final class GroupRoutes extends AllDirectives {
    private final NodeViews node;
    // How old the next record is stands in the log.
    private final Executor reading = Executors.newVirtualThreadPerTaskExecutor();

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
                .thenCombineAsync(
                        node.groups().ask(id, new FetchOffsets()),
                        (described, fetched) -> describe(id, described, fetched),
                        reading);
    }

    private HttpResponse describe(String id, Described described, FetchedOffsets fetched) {
        return switch (described.error()) {
            case NONE -> Json.ok(GroupJson.of(id, node.nodeId(), described, fetched, this::siblings, this::ahead));
            case GROUP_ID_NOT_FOUND -> notFound(id);
            case COORDINATOR_LOAD_IN_PROGRESS ->
                ErrorJson.unavailable("group '" + id + "' is being loaded", "try again in a moment");
            default -> elsewhere(id, described.error());
        };
    }

    private List<TopicPartition> siblings(String topic) {
        return node.metadata().current().topic(topic).stream()
                .flatMap(info -> info.partitions().stream())
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
    }

    private GroupJson.Ahead ahead(TopicPartition partition, Optional<CommittedOffset> committed) {
        LogView log = node.hosted()
                .get(partition)
                .map(replica -> replica.view().log())
                .orElse(null);
        if (log == null) {
            return new GroupJson.Ahead(null, null, null);
        }
        if (committed.isEmpty()) {
            return new GroupJson.Ahead(log.highWatermark(), null, null);
        }
        Backlog backlog = Backlog.of(log, committed.get().offset());
        Long next = backlog.nextAtMs();
        return new GroupJson.Ahead(
                log.highWatermark(),
                backlog.records(),
                next == null ? null : Math.max(0, node.clock().millis() - next));
    }

    private HttpResponse timeline(String id) {
        List<GroupJson.Event> events =
                node.groups().timeline(id).stream().map(GroupJson.Event::of).toList();
        return node.groups().list().stream().anyMatch(group -> group.groupId().equals(id))
                ? Json.ok(new GroupJson.Timeline(id, events))
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
