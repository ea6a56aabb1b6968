package dev.troupe.cluster.management;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.troupe.cluster.management.desk.Asked;
import dev.troupe.cluster.management.desk.Subject;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.cluster.management.json.ResetJson;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.PathMatchers;
import org.apache.pekko.http.javadsl.server.Route;
import org.apache.pekko.http.javadsl.unmarshalling.Unmarshaller;

/**
 * {@code POST /api/v1/groups/{id}/offsets:plan} and {@code :apply} (G14, M4), at any node for any group: the node that is asked
 * makes the plan, and the one that made it applies it.
 */
final class GroupOffsetsRoutes extends AllDirectives {
    private final NodeViews node;

    GroupOffsetsRoutes(NodeViews node) {
        this.node = node;
    }

    Route routes() {
        return pathPrefix(
                "groups",
                () -> pathPrefix(
                        PathMatchers.segment(),
                        id -> extractClientIP(client -> concat(
                                path("offsets:plan", () -> posted(body -> plan(id, body, client.toString()))),
                                path("offsets:apply", () -> posted(body -> apply(id, body, client.toString())))))));
    }

    private Route posted(Function<String, CompletionStage<HttpResponse>> answer) {
        return entity(Unmarshaller.entityToString(), body -> completeWithFuture(answer.apply(body)));
    }

    private CompletionStage<HttpResponse> plan(String group, String body, String client) {
        return ask(node.nodeId(), new Asked(Subject.PLAN, group, body, client));
    }

    private CompletionStage<HttpResponse> apply(String group, String body, String client) {
        if (!node.writable()) {
            return CompletableFuture.completedFuture(OffsetResets.switchedOff());
        }
        String token;
        try {
            token = Objects.requireNonNullElse(
                    Json.read(body, ResetJson.Apply.class).token(), "");
        } catch (JsonProcessingException wrong) {
            return CompletableFuture.completedFuture(ErrorJson.badRequest(
                    OffsetResets.reason(wrong), "post {\"token\": \"...\"} with the token of a plan"));
        }
        int maker = PlanToken.parse(token, node.nodeId()).node();
        return ask(maker, new Asked(Subject.APPLY, group, token, client));
    }

    private CompletionStage<HttpResponse> ask(int nodeId, Asked asked) {
        return node.desk().ask(nodeId, asked).thenApply(HttpAnswers::response);
    }
}
