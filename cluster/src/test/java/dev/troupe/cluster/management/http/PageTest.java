package dev.troupe.cluster.management.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PageTest {
    @Test
    void goesOnWhereThePageBeforeEnded() {
        Page<String> first = page("", "d", "b", "a", "c");
        Page<String> second = page(String.valueOf(first.next()), "d", "b", "a", "c");

        assertThat(first.rows()).containsExactly("a", "b");
        assertThat(second.rows()).containsExactly("c", "d");
        assertThat(second.next()).isNull();
        assertThat(second.total()).isEqualTo(4);
    }

    @Test
    void isNotMovedByRowsThatComeAndGo() {
        assertThat(page("b", "aa", "c", "d", "e").rows()).containsExactly("c", "d");
    }

    @Test
    void isEmptyAfterTheLastRow() {
        assertThat(page("z", "a").rows()).isEmpty();
        assertThat(page("z", "a").next()).isNull();
    }

    private static Page<String> page(String cursor, String... rows) {
        return Page.of(Stream.of(rows), row -> row, new Query(Map.of("limit", "2", "cursor", cursor)));
    }
}
