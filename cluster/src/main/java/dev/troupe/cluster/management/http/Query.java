package dev.troupe.cluster.management.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The parameters of a request.
 *
 * @param values by name
 */
public record Query(Map<String, String> values) {
    /** The longest page. */
    public static final int MAX_LIMIT = 1_000;

    private static final int LIMIT = 100;

    public Query {
        values = Map.copyOf(values);
    }

    /** Refuses what the endpoint does not know, as a mistyped filter would show everything. */
    void require(Set<String> known) {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                throw new BadAsk(
                        "there is no parameter '" + name + "' here",
                        known.isEmpty() ? "none is taken" : "these are: " + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    /** Free text. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
    }

    /** One of a few words. */
    public Optional<String> oneOf(String name, List<String> words) {
        return text(name).map(value -> {
            if (!words.contains(value)) {
                throw new BadAsk("'" + value + "' is no " + name, "it is one of these: " + String.join(", ", words));
            }
            return value;
        });
    }

    /** A number within bounds. */
    public long number(String name, long otherwise, long least, long most) {
        return text(name).map(value -> parse(name, value, least, most)).orElse(otherwise);
    }

    /** How many rows a page has. */
    public int limit() {
        return (int) number("limit", LIMIT, 1, MAX_LIMIT);
    }

    private static long parse(String name, String value, long least, long most) {
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException word) {
            // Told below, as one out of bounds is.
        }
        String bounds = most == Long.MAX_VALUE ? "from " + least + " on" : "from " + least + " to " + most;
        throw new BadAsk("'" + value + "' is no " + name, "it is a number " + bounds);
    }
}
