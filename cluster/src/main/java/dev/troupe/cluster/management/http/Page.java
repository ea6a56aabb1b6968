package dev.troupe.cluster.management.http;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a long list, in the order of their names. It goes on after the name where it ended, so that a row that comes or
 * goes meanwhile moves no other one out of sight.
 *
 * @param rows of this page
 * @param total how many rows there are on all pages
 * @param next the cursor of the next page, null on the last one
 */
public record Page<T>(List<T> rows, int total, @Nullable String next) {
    public Page {
        rows = List.copyOf(rows);
    }

    /**
     * The page that is asked for.
     *
     * @param all rows that match the filters, in any order
     * @param name unique among them
     */
    public static <T> Page<T> of(Stream<T> all, Function<? super T, String> name, Query query) {
        return of(all, name, query.text("cursor").orElse(""), query.limit());
    }

    /** As above, with the cursor, which is empty for the first page, and the number of rows. */
    public static <T> Page<T> of(Stream<T> all, Function<? super T, String> name, String cursor, int limit) {
        List<T> matching =
                all.sorted(Comparator.comparing((T row) -> name.apply(row))).toList();
        List<T> rest = cursor.isEmpty()
                ? matching
                : matching.stream()
                        .dropWhile(row -> name.apply(row).compareTo(cursor) <= 0)
                        .toList();
        List<T> rows = rest.subList(0, Math.min(limit, rest.size()));
        boolean more = rows.size() < rest.size();
        return new Page<>(rows, matching.size(), more ? name.apply(rows.getLast()) : null);
    }

    /** The same page with its rows as they are shown. */
    public <R> Page<R> map(Function<? super T, ? extends R> shown) {
        return new Page<>(rows.stream().<R>map(shown).toList(), total, next);
    }

    /** As JSON has it, the rows under their own name. */
    public Map<String, @Nullable Object> named(String rowsName) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        named.put(rowsName, rows);
        named.put("total", total);
        named.put("next", next);
        return named;
    }
}
