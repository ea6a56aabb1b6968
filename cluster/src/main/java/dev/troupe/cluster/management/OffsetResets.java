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
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes plans for groups' offsets and applies those it made (G14, M4), as a client of this node. A plan is a question and always
 * answered; applying one must be permitted, and is logged.
 */
final class OffsetResets {
    private static final Logger AUDIT = LoggerFactory.getLogger("dev.troupe.audit");
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final NodeViews node;
    private final ResetPlans plans = new ResetPlans();

    OffsetResets(NodeViews node) {
        this.node = node;
    }

    /** Waits for answers over Kafka's protocol. */
    HttpResponse plan(String group, String body) {
        return answered(() -> {
            ResetStrategy strategy;
            ResetScope scope;
            try {
                ResetJson.Wanted wanted = Json.read(body, ResetJson.Wanted.class);
                strategy = ResetStrategy.parse(
                        Objects.requireNonNullElse(wanted.strategy(), ""),
                        Objects.requireNonNullElse(wanted.value(), ""));
                scope = ResetScope.parse(wanted.topicsOrNone());
            } catch (JsonProcessingException | ResetRefused wrong) {
                return ErrorJson.badRequest(
                        reason(wrong),
                        "post like {\"strategy\": \"shift\", \"value\": \"-10\", \"topics\": [\"orders:0,2\"]}");
            }
            try (GroupAdmin admin = admin()) {
                ResetPlan plan = admin.plan(group, strategy, scope, node.clock().instant());
                plans.keep(plan, node.clock().instant());
                return Json.ok(ResetJson.of(plan, new PlanToken(node.nodeId(), plan.token()).toString()));
            }
        });
    }

    /** Waits for answers over Kafka's protocol. */
    HttpResponse apply(String group, String token, String client) {
        return answered(() -> {
            if (!node.settings().writable()) {
                return switchedOff();
            }
            ResetPlan plan = Optional.of(PlanToken.parse(token, node.nodeId()))
                    .flatMap(parsed ->
                            plans.take(group, parsed.plan(), node.clock().instant()))
                    .orElseThrow(() -> new ResetRefused("no plan for group '" + group + "' has the token '" + token
                            + "': plans are kept for ten minutes and applied once"));
            try (GroupAdmin admin = admin()) {
                admin.apply(plan);
            } catch (ResetRefused refused) {
                AUDIT.info("Refused over HTTP from {}: {}", client, refused.getMessage());
                throw refused;
            }
            AUDIT.info("Offsets of group {} moved over HTTP from {}: {} (plan {})", group, client, told(plan), token);
            return Json.ok(ResetJson.of(plan, token));
        });
    }

    static HttpResponse switchedOff() {
        return ErrorJson.forbidden(
                "changes over HTTP are switched off", "start the nodes with troupe.management.writable = true");
    }

    private static HttpResponse answered(Supplier<HttpResponse> answer) {
        try {
            return answer.get();
        } catch (ResetRefused refused) {
            return ErrorJson.refused(
                    String.valueOf(refused.getMessage()),
                    "POST offsets:plan tells what would be done and changes nothing");
        } catch (AdminFailure failure) {
            return ErrorJson.unavailable(
                    String.valueOf(failure.getMessage()), "GET /ready tells what this node waits for");
        }
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

    static String reason(Exception wrong) {
        return wrong instanceof JsonProcessingException json
                ? "this is not the JSON that is expected: " + json.getOriginalMessage()
                : String.valueOf(wrong.getMessage());
    }
}
