package dev.troupe.cluster.management.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueryTest {
    @Test
    void refusesAParameterThatIsNotKnownAndNamesThoseThatAre() {
        assertThatThrownBy(() -> new Query(Map.of("limt", "1")).require(Set.of("limit", "cursor")))
                .hasMessageContaining("'limt'")
                .extracting(refused -> ((BadAsk) refused).hint())
                .isEqualTo("these are: cursor, limit");
    }

    @Test
    void refusesALimitThatIsNoneOrOutOfBounds() {
        for (String bad : List.of("0", "-1", "1001", "many", "99999999999999999999")) {
            assertThatThrownBy(() -> new Query(Map.of("limit", bad)).limit())
                    .as(bad)
                    .isInstanceOf(BadAsk.class);
        }
        assertThat(new Query(Map.of("limit", "1000")).limit()).isEqualTo(1000);
        assertThat(new Query(Map.of()).limit()).isEqualTo(100);
    }

    @Test
    void refusesAWordThatIsNoneOfThoseExpected() {
        assertThatThrownBy(() -> new Query(Map.of("state", "odd")).oneOf("state", List.of("offline")))
                .hasMessageContaining("'odd' is no state");
    }
}
