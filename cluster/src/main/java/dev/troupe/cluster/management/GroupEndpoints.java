package dev.troupe.cluster.management;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.troupe.actors.group.GroupPhase;
import dev.troupe.actors.group.Groups;
import dev.troupe.cluster.management.desk.Asked;
import dev.troupe.cluster.management.desk.Subject;
import dev.troupe.cluster.management.http.Ask;
import dev.troupe.cluster.management.http.Endpoint;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.cluster.management.json.ResetJson;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.pekko.http.javadsl.model.HttpResponse;

/**
 * Consumer groups, at any node for any group: its coordinator is asked. A plan for a group's offsets is made by the node that is
 * asked, and the one that made it applies it (G14, M4).
 */
final class GroupEndpoints {
    private static final List<String> STATES =
            Arrays.stream(GroupPhase.values()).map(GroupPhase::label).toList();

    private final NodeViews node;
    private final GroupLists lists;

    GroupEndpoints(NodeViews node) {
        this.node = node;
        this.lists = new GroupLists(node);
    }

    List<Endpoint> all() {
        return List.of(
                Endpoint.list("/api/v1/groups", this::list, "q", "state"),
                Endpoint.get("/api/v1/groups/{id}", ask -> askCoordinator(Subject.GROUP, ask.variable("id"))),
                Endpoint.get(
                        "/api/v1/groups/{id}/timeline", ask -> askCoordinator(Subject.TIMELINE, ask.variable("id"))),
                Endpoint.post(
                        "/api/v1/groups/{id}/offsets:plan",
                        ask -> ask(node.nodeId(), asked(Subject.PLAN, ask, ask.body()))),
                Endpoint.post("/api/v1/groups/{id}/offsets:apply", this::apply));
    }

    private HttpResponse list(Ask ask) {
        return lists.ofAllNodes(new GroupLists.Wanted(
                ask.query().text("q").orElse(""),
                ask.query().oneOf("state", STATES).orElse(""),
                ask.query().text("cursor").orElse(""),
                ask.query().limit()));
    }

    private HttpResponse askCoordinator(Subject subject, String id) {
        TopicPartition partition =
                new TopicPartition(Groups.OFFSETS_TOPIC, node.groups().partitionOf(id));
        Optional<PartitionInfo> info = node.metadata().current().partition(partition);
        if (info.isEmpty()) {
            return GroupClerk.unknown(id);
        }
        if (!info.get().hasLeader()) {
            return ErrorJson.unavailable(
                    "group '" + id + "' has no coordinator now: nobody leads " + partition,
                    "GET /api/v1/topics/" + Groups.OFFSETS_TOPIC + " shows its replicas");
        }
        return ask(info.get().leader(), new Asked(subject, id, "", ""));
    }

    private HttpResponse apply(Ask ask) {
        if (!node.settings().writable()) {
            return OffsetResets.switchedOff();
        }
        String token;
        try {
            token = Objects.requireNonNullElse(
                    Json.read(ask.body(), ResetJson.Apply.class).token(), "");
        } catch (JsonProcessingException wrong) {
            return ErrorJson.badRequest(
                    OffsetResets.reason(wrong), "post {\"token\": \"...\"} with the token of a plan");
        }
        int maker = PlanToken.parse(token, node.nodeId()).node();
        return ask(maker, asked(Subject.APPLY, ask, token));
    }

    private static Asked asked(Subject subject, Ask ask, String body) {
        return new Asked(subject, ask.variable("id"), body, ask.client());
    }

    private HttpResponse ask(int nodeId, Asked asked) {
        return HttpAnswers.response(
                node.desk().ask(nodeId, asked).toCompletableFuture().join());
    }
}
