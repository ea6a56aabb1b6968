package dev.troupe.cluster.management;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.troupe.actors.group.GroupReply.Described;
import dev.troupe.actors.group.GroupReply.FetchedOffsets;
import dev.troupe.actors.group.GroupRequest.Describe;
import dev.troupe.actors.group.GroupRequest.FetchOffsets;
import dev.troupe.cluster.management.desk.Answered;
import dev.troupe.cluster.management.desk.Asked;
import dev.troupe.cluster.management.desk.NodeDesk;
import dev.troupe.cluster.management.json.BacklogJson;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.GroupJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.protocol.TopicPartition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows what this node knows of groups: those it coordinates, what lies in its logs, and the plans it has made. */
public final class GroupClerk implements NodeDesk.Clerk {
    private static final Logger LOG = LoggerFactory.getLogger(GroupClerk.class);

    private final NodeViews node;
    private final Backlogs backlogs;
    private final OffsetResets resets;
    private final GroupLists lists;
    // Whoever reads logs or waits for others must not hold a thread that answers them.
    private final Executor waiting = Executors.newVirtualThreadPerTaskExecutor();

    public GroupClerk(NodeViews node) {
        this.node = node;
        this.backlogs = new Backlogs(node);
        this.resets = new OffsetResets(node);
        this.lists = new GroupLists(node);
    }

    @Override
    public CompletionStage<Answered> answer(Asked asked) {
        CompletionStage<HttpResponse> answer = switch (asked.subject()) {
            case GROUP -> group(asked.group());
            case TIMELINE -> CompletableFuture.completedFuture(timeline(asked.group()));
            case PLAN -> later(() -> resets.plan(asked.group(), asked.body()));
            case APPLY -> later(() -> resets.apply(asked.group(), asked.body(), asked.client()));
            case GROUPS -> later(() -> groups(asked.body()));
            case BACKLOG -> later(() -> backlog(asked.body()));
        };
        return answer.exceptionally(failure -> {
                    LOG.warn("{} of group {} cannot be told: {}", asked.subject(), asked.group(), failure.toString());
                    return ErrorJson.unavailable(
                            "node " + node.nodeId() + " cannot tell", "its log says why; try again in a moment");
                })
                .thenApply(HttpAnswers::of);
    }

    private CompletionStage<HttpResponse> later(Supplier<HttpResponse> answer) {
        return CompletableFuture.supplyAsync(answer, waiting);
    }

    private CompletionStage<HttpResponse> group(String id) {
        return node.groups()
                .ask(id, new Describe())
                .thenCombineAsync(
                        node.groups().ask(id, new FetchOffsets()),
                        (described, fetched) -> describe(id, described, fetched),
                        waiting);
    }

    private HttpResponse describe(String id, Described described, FetchedOffsets fetched) {
        return switch (described.error()) {
            case NONE ->
                Json.ok(GroupJson.of(
                        id,
                        node.nodeId(),
                        described,
                        fetched,
                        this::siblings,
                        committed -> backlogs.of(id, committed)));
            case GROUP_ID_NOT_FOUND -> unknown(id);
            default -> moving(id);
        };
    }

    private List<TopicPartition> siblings(String topic) {
        return node.metadata().current().topic(topic).stream()
                .flatMap(info -> info.partitions().stream())
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
    }

    private HttpResponse timeline(String id) {
        if (!node.groups().isServing(id)) {
            return moving(id);
        }
        List<GroupJson.Event> events =
                node.groups().timeline(id).stream().map(GroupJson.Event::of).toList();
        return node.groups().list().stream().anyMatch(group -> group.groupId().equals(id))
                ? Json.ok(new GroupJson.Timeline(id, events))
                : unknown(id);
    }

    private HttpResponse groups(String body) {
        try {
            return lists.ofThisNode(body);
        } catch (JsonProcessingException wrong) {
            return ErrorJson.badRequest(OffsetResets.reason(wrong), "this is asked by nodes, not by people");
        }
    }

    private HttpResponse backlog(String body) {
        try {
            return Json.ok(backlogs.tell(Json.read(body, BacklogJson.Wanted.class)));
        } catch (JsonProcessingException wrong) {
            return ErrorJson.badRequest(OffsetResets.reason(wrong), "this is asked by nodes, not by people");
        }
    }

    static HttpResponse unknown(String id) {
        return ErrorJson.notFound("there is no group '" + id + "'", "GET /api/v1/groups lists those there are");
    }

    private static HttpResponse moving(String id) {
        return ErrorJson.unavailable(
                "group '" + id + "' is on its way to another coordinator, or being read by it",
                "try again in a moment");
    }
}
