package dev.troupe.cluster.management;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.troupe.actors.group.GroupSummary;
import dev.troupe.cluster.management.desk.Answered;
import dev.troupe.cluster.management.desk.Asked;
import dev.troupe.cluster.management.desk.Subject;
import dev.troupe.cluster.management.http.Page;
import dev.troupe.cluster.management.json.GroupJson;
import dev.troupe.cluster.management.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.http.javadsl.model.StatusCodes;
import org.jspecify.annotations.Nullable;

/** Lists groups: every node tells a page of those that it coordinates, and these make one page of all. */
final class GroupLists {
    private final NodeViews node;

    GroupLists(NodeViews node) {
        this.node = node;
    }

    /**
     * Which groups are asked for.
     *
     * @param text that their ids have in them, in any case
     * @param state they are in, empty for any
     * @param cursor after which id the page begins
     */
    record Wanted(String text, String state, String cursor, int limit) {}

    /** A node's page, and whether the node has more. */
    record Told(int total, boolean more, List<GroupJson.Row> groups) {
        Told {
            groups = List.copyOf(groups);
        }
    }

    /** Asks all live nodes; those that say nothing are named. */
    HttpResponse ofAllNodes(Wanted wanted) {
        Asked asked = new Asked(Subject.GROUPS, "", Json.line(wanted), "");
        Map<Integer, CompletableFuture<Answered>> answers = new TreeMap<>();
        node.metadata()
                .current()
                .brokers()
                .keySet()
                .forEach(id -> answers.put(id, node.desk().ask(id, asked).toCompletableFuture()));
        List<GroupJson.Row> rows = new ArrayList<>();
        List<Integer> silent = new ArrayList<>();
        int total = 0;
        boolean more = false;
        for (Map.Entry<Integer, CompletableFuture<Answered>> each : answers.entrySet()) {
            Optional<Told> told = read(each.getValue().join());
            total += told.map(Told::total).orElse(0);
            more |= told.map(Told::more).orElse(false);
            told.ifPresentOrElse(page -> rows.addAll(page.groups()), () -> silent.add(each.getKey()));
        }
        Page<GroupJson.Row> page = Page.of(rows.stream(), GroupJson.Row::group, "", wanted.limit());
        return Json.ok(listing(page, total, more || rows.size() > page.rows().size(), silent));
    }

    private static Map<String, @Nullable Object> listing(
            Page<GroupJson.Row> page, int total, boolean more, List<Integer> silent) {
        Map<String, @Nullable Object> listing = new LinkedHashMap<>(page.named("groups"));
        listing.put("total", total);
        listing.put("next", more ? page.rows().getLast().group() : null);
        listing.put("silent_nodes", silent);
        return listing;
    }

    /** What this node tells another. */
    HttpResponse ofThisNode(String body) throws JsonProcessingException {
        Wanted wanted = Json.read(body, Wanted.class);
        String text = wanted.text().toLowerCase(Locale.ROOT);
        Page<GroupSummary> page = Page.of(
                node.groups().list().stream()
                        .filter(group ->
                                group.groupId().toLowerCase(Locale.ROOT).contains(text))
                        .filter(group -> wanted.state().isEmpty()
                                || group.state().label().equals(wanted.state())),
                GroupSummary::groupId,
                wanted.cursor(),
                wanted.limit());
        return Json.ok(new Told(
                page.total(),
                page.next() != null,
                page.rows().stream()
                        .map(group -> GroupJson.Row.of(group, node.nodeId()))
                        .toList()));
    }

    private static Optional<Told> read(Answered answer) {
        if (answer.status() != StatusCodes.OK.intValue()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.read(answer.body(), Told.class));
        } catch (JsonProcessingException newer) {
            return Optional.empty();
        }
    }
}
