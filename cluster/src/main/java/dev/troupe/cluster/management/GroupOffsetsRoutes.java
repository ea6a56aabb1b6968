package dev.troupe.cluster.management;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.troupe.cluster.groups.ResetPlan;
import dev.troupe.cluster.groups.ResetRefused;
import dev.troupe.cluster.groups.ResetScope;
import dev.troupe.cluster.groups.ResetStrategy;
import dev.troupe.cluster.kafka.admin.AdminFailure;
import dev.troupe.cluster.kafka.admin.GroupAdmin;
import dev.troupe.cluster.management.json.ErrorJson;
import dev.troupe.cluster.management.json.Json;
import dev.troupe.cluster.management.json.ResetJson;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.server.AllDirectives;
import org.apache.pekko.http.javadsl.server.PathMatchers;
import org.apache.pekko.http.javadsl.server.Route;
import org.apache.pekko.http.javadsl.unmarshalling.Unmarshaller;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /api/v1/groups/{id}/offsets:plan} and {@code :apply} (G14, M4): any node serves them for any group, as a client of
 * itself. A plan is a question and always answered; applying one must be permitted, and is logged.
 */
final class GroupOffsetsRoutes extends AllDirectives {
    private static final Logger AUDIT = LoggerFactory.getLogger("dev.troupe.audit");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final NodeViews node;
    private final ResetPlans plans = new ResetPlans();
    // Whoever waits for an answer over Kafka's protocol must not hold a thread that makes such answers.
    private final Executor waiting = Executors.newVirtualThreadPerTaskExecutor();

    GroupOffsetsRoutes(NodeViews node) {
        this.node = node;
    }

    Route routes() {
        return pathPrefix(
                "groups",
                () -> pathPrefix(
                        PathMatchers.segment(),
                        id -> concat(
                                path("offsets:plan", () -> posted(body -> plan(id, body))),
                                path(
                                        "offsets:apply",
                                        () -> extractClientIP(
                                                client -> posted(body -> apply(id, body, client.toString())))))));
    }

    private Route posted(Function<String, HttpResponse> answer) {
        return entity(
                Unmarshaller.entityToString(),
                body -> completeWithFuture(CompletableFuture.supplyAsync(() -> answered(answer, body), waiting)));
    }

    private static HttpResponse answered(Function<String, HttpResponse> answer, String body) {
        try {
            return answer.apply(body);
        } catch (ResetRefused refused) {
            return ErrorJson.refused(
                    String.valueOf(refused.getMessage()),
                    "POST offsets:plan tells what would be done and changes nothing");
        } catch (AdminFailure failure) {
            return ErrorJson.unavailable(
                    String.valueOf(failure.getMessage()), "GET /ready tells what this node waits for");
        }
    }

    private HttpResponse plan(String group, String body) {
        ResetStrategy strategy;
        ResetScope scope;
        try {
            ResetJson.Wanted wanted = Json.read(body, ResetJson.Wanted.class);
            strategy = ResetStrategy.parse(
                    Objects.requireNonNullElse(wanted.strategy(), ""), Objects.requireNonNullElse(wanted.value(), ""));
            scope = ResetScope.parse(wanted.topicsOrNone());
        } catch (JsonProcessingException | ResetRefused wrong) {
            return ErrorJson.badRequest(
                    reason(wrong),
                    "post like {\"strategy\": \"shift\", \"value\": \"-10\", \"topics\": [\"orders:0,2\"]}");
        }
        try (GroupAdmin admin = admin()) {
            ResetPlan plan = admin.plan(group, strategy, scope, node.clock().instant());
            plans.keep(plan, node.clock().instant());
            return Json.ok(ResetJson.of(plan));
        }
    }

    private HttpResponse apply(String group, String body, String client) {
        if (!node.writable()) {
            return ErrorJson.forbidden(
                    "changes over HTTP are switched off", "start the nodes with troupe.management.writable = true");
        }
        String token;
        try {
            token = Objects.requireNonNullElse(
                    Json.read(body, ResetJson.Apply.class).token(), "");
        } catch (JsonProcessingException wrong) {
            return ErrorJson.badRequest(reason(wrong), "post {\"token\": \"...\"} with the token of a plan");
        }
        ResetPlan plan = plans.take(group, token, node.clock().instant())
                .orElseThrow(() -> new ResetRefused("no plan for group '" + group + "' has the token '" + token
                        + "': plans are kept for ten minutes, at the node that made them, and applied once"));
        try (GroupAdmin admin = admin()) {
            admin.apply(plan);
        } catch (ResetRefused refused) {
            AUDIT.info("Refused over HTTP from {}: {}", client, refused.getMessage());
            throw refused;
        }
        AUDIT.info("Offsets of group {} moved over HTTP from {}: {} (plan {})", group, client, told(plan), token);
        return Json.ok(ResetJson.of(plan));
    }

    private GroupAdmin admin() {
        return GroupAdmin.connect(node.kafka().host() + ":" + node.kafka().port(), PATIENCE);
    }

    private static String told(ResetPlan plan) {
        return String.join(
                ", ",
                plan.moves().stream()
                        .map(move -> move.partition() + " " + move.before() + " -> " + move.after())
                        .toList());
    }

    private static String reason(Exception wrong) {
        return wrong instanceof JsonProcessingException json
                ? "this is not the JSON that is expected: " + json.getOriginalMessage()
                : String.valueOf(wrong.getMessage());
    }
}
