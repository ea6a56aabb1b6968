package dev.troupe.cluster.management;

import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.PartitionView;
import dev.troupe.cluster.management.http.Ask;
import dev.troupe.cluster.management.http.Endpoint;
import dev.troupe.cluster.management.http.Page;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.cluster.management.json.TopicJson;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.pekko.http.javadsl.model.HttpResponse;

/** Topics, as this node knows them, and what it has of them. */
final class TopicEndpoints {
    private final NodeViews node;

    TopicEndpoints(NodeViews node) {
        this.node = node;
    }

    List<Endpoint> all() {
        return List.of(
                Endpoint.list("/api/v1/topics", this::topics, "q", "internal", "state"),
                Endpoint.get("/api/v1/topics/{name}", this::topic));
    }

    private HttpResponse topics(Ask ask) {
        String wanted = ask.query().text("q").orElse("").toLowerCase(Locale.ROOT);
        Optional<String> internal = ask.query().oneOf("internal", List.of("true", "false"));
        Optional<String> state = ask.query().oneOf("state", List.of("offline", "under_replicated"));
        return Json.ok(Page.of(
                        node.metadata().current().topics().values().stream()
                                .filter(topic ->
                                        topic.name().toLowerCase(Locale.ROOT).contains(wanted))
                                .filter(topic ->
                                        internal.isEmpty() || topic.internal() == Boolean.parseBoolean(internal.get()))
                                .filter(topic -> state.isEmpty() || isIn(topic, state.get())),
                        TopicInfo::name,
                        ask.query())
                .map(topic -> TopicJson.Row.of(topic, this::replica))
                .named("topics"));
    }

    private static boolean isIn(TopicInfo topic, String state) {
        return state.equals("offline")
                ? !topic.partitions().stream().allMatch(PartitionInfo::hasLeader)
                : topic.partitions().stream()
                        .anyMatch(each -> each.isr().size() < each.replicas().size());
    }

    private HttpResponse topic(Ask ask) {
        String name = ask.variable("name");
        return node.metadata()
                .current()
                .topic(name)
                .map(topic -> Json.ok(TopicJson.of(topic, this::replica)))
                .orElseGet(() -> ErrorJson.notFound(
                        "there is no topic '" + name + "'", "GET /api/v1/topics lists those there are"));
    }

    private Optional<PartitionView> replica(TopicPartition partition) {
        return node.hosted().get(partition).map(HostedPartition::view);
    }
}
