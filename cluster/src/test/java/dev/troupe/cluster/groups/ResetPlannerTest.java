package dev.troupe.cluster.groups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.cluster.groups.ResetPlan.Move;
import dev.troupe.protocol.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where offsets would go (G14). */
final class ResetPlannerTest {
    private static final TopicPartition TP = new TopicPartition("orders", 0);
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    @ParameterizedTest(name = "{0} {1} from {2} in {3}..{4} (at that time: {5}) goes to {6}, which is {7} on")
    @CsvSource(textBlock = """
            earliest, '',                     40, 10, 50, ,   10, -30
            earliest, '',                     ,   10, 50, ,   10,
            latest,   '',                     40, 10, 50, ,   50, 10
            latest,   '',                     ,   0,  0,  ,   0,
            current,  '',                     40, 10, 50, ,   40, 0
            current,  '',                     5,  10, 50, ,   10, 5
            current,  '',                     90, 10, 50, ,   50, -40
            current,  '',                     ,   10, 50, ,   50,
            offset,   20,                     40, 10, 50, ,   20, -20
            offset,   0,                      40, 10, 50, ,   10, -30
            offset,   99,                     40, 10, 50, ,   50, 10
            shift,    5,                      40, 10, 50, ,   45, 5
            shift,    -5,                     40, 10, 50, ,   35, -5
            shift,    100,                    40, 10, 50, ,   50, 10
            shift,    -100,                   40, 10, 50, ,   10, -30
            shift,    9223372036854775807,    40, 10, 50, ,   50, 10
            shift,    -9223372036854775808,   40, 10, 50, ,   10, -30
            datetime, 2026-01-31T11:00:00Z,   40, 10, 50, 30, 30, -10
            datetime, 2026-01-31T13:00+01:00, 40, 10, 50, ,   50, 10
            duration, PT1H,                   40, 10, 50, 30, 30, -10
            duration, P1D,                    ,   10, 50, ,   50,
            """)
    void goesWhereTheStrategySays(
            String name,
            String value,
            @Nullable Long committed,
            long start,
            long end,
            @Nullable Long atTime,
            long after,
            @Nullable Long difference) {
        ResetPlan plan = ResetPlanner.plan(
                "g", ResetStrategy.parse(name, value), List.of(new Position(TP, committed, start, end, atTime)));

        Move move = plan.moves().getFirst();
        assertThat(move).isEqualTo(new Move(TP, committed, after));
        assertThat(move.difference()).isEqualTo(difference);
    }

    @Test
    void looksRecordsUpByTheTimeThatIsMeant() {
        assertThat(ResetStrategy.parse("duration", "PT1H").time(NOW)).contains(NOW.minus(Duration.ofHours(1)));
        assertThat(ResetStrategy.parse("datetime", "2026-01-31T13:00+01:00").time(NOW))
                .contains(NOW);
        assertThat(ResetStrategy.parse("latest", "").time(NOW)).isEmpty();
    }

    @Test
    void refusesToShiftFromNowhere() {
        List<Position> nowhere = List.of(new Position(TP, null, 0, 10, null));

        assertThatThrownBy(() -> ResetPlanner.plan("g", new ResetStrategy.ShiftBy(1), nowhere))
                .isInstanceOf(ResetRefused.class)
                .hasMessageContaining("orders-0");
    }

    @ParameterizedTest
    @CsvSource({"sideways,''", "offset,x", "offset,''", "shift,1.5", "datetime,yesterday", "duration,1h"})
    void refusesWhatIsNoStrategyAndSaysWhatIs(String name, String value) {
        assertThatThrownBy(() -> ResetStrategy.parse(name, value))
                .isInstanceOf(ResetRefused.class)
                .hasMessageContaining("must be|is one of".split("\\|")[name.equals("sideways") ? 1 : 0]);
    }

    @Test
    void meansTopicsPartitionsOrEverything() {
        assertThat(ResetScope.parse(List.of()).isEverything()).isTrue();
        assertThat(ResetScope.parse(List.of("orders", "bills:0,2")))
                .isEqualTo(new ResetScope(
                        Set.of("orders"), Set.of(new TopicPartition("bills", 0), new TopicPartition("bills", 2))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders:", "orders:x", "orders:-1", "orders:1,"})
    void refusesPartitionsThatAreNone(String word) {
        assertThatThrownBy(() -> ResetScope.parse(List.of(word))).isInstanceOf(ResetRefused.class);
    }

    @Test
    void noticesThatTheGroupHasMovedSince() {
        ResetPlan plan = new ResetPlan("g", List.of(new Move(TP, 40L, 10)));

        assertThat(plan.movedSince(Map.of(TP, 40L))).isEmpty();
        assertThat(plan.movedSince(Map.of(TP, 41L)))
                .hasValueSatisfying(why -> assertThat(why).contains("orders-0 is at offset 41 and was at offset 40"));
        assertThat(plan.movedSince(Map.of()))
                .hasValueSatisfying(why -> assertThat(why).contains("no offset"));
    }

    @Test
    void namesEachPlanDifferently() {
        ResetPlan plan = new ResetPlan("g", List.of(new Move(TP, 40L, 10)));

        assertThat(plan.token()).isEqualTo(new ResetPlan("g", List.of(new Move(TP, 40L, 10))).token());
        assertThat(plan.token())
                .isNotEqualTo(new ResetPlan("g", List.of(new Move(TP, 40L, 11))).token())
                .isNotEqualTo(new ResetPlan("h", List.of(new Move(TP, 40L, 10))).token())
                .isNotEqualTo(new ResetPlan("g", List.of(new Move(TP, null, 10))).token());
    }
}
