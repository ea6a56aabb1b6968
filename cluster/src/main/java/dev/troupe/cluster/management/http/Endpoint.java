package dev.troupe.cluster.management.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.pekko.http.javadsl.model.HttpResponse;

/**
 * One thing that can be asked for.
 *
 * @param method GET or POST
 * @param path with variables in braces, as {@code /api/v1/topics/{name}}
 * @param parameters what may stand in the query; anything else is refused
 * @param answer makes the response, on a thread that may wait
 */
public record Endpoint(String method, String path, Set<String> parameters, Function<Ask, HttpResponse> answer) {
    public Endpoint {
        parameters = Set.copyOf(parameters);
    }

    /** Something to read. */
    public static Endpoint get(String path, Function<Ask, HttpResponse> answer, String... parameters) {
        return new Endpoint("GET", path, Set.of(parameters), answer);
    }

    /** Something to do, told in the body. */
    public static Endpoint post(String path, Function<Ask, HttpResponse> answer) {
        return new Endpoint("POST", path, Set.of(), answer);
    }

    /** A list that is read by pages, {@code limit} rows at a time and going on after {@code cursor}. */
    public static Endpoint list(String path, Function<Ask, HttpResponse> answer, String... filters) {
        List<String> parameters = new ArrayList<>(List.of("limit", "cursor"));
        parameters.addAll(List.of(filters));
        return new Endpoint("GET", path, Set.copyOf(parameters), answer);
    }

    /** What the variables stand for, where the path is this one's. */
    Optional<Map<String, String>> match(List<String> segments) {
        List<String> mine = segments(path);
        if (mine.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> variables = new HashMap<>();
        for (int i = 0; i < mine.size(); i++) {
            String part = mine.get(i);
            if (part.startsWith("{")) {
                variables.put(part.substring(1, part.length() - 1), segments.get(i));
            } else if (!part.equals(segments.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }

    private static List<String> segments(String path) {
        return List.of(path.substring(1).split("/")).stream()
                .filter(part -> !part.isEmpty())
                .toList();
    }
}
