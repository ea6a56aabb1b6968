package dev.troupe.cluster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.troupe.cluster.kafka.admin.Replicas;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where a plan puts replicas. */
class EvenSpreadTest {
    private static final List<Integer> BROKERS = List.of(1, 2, 3, 4);

    @Test
    void leadersAndFollowersAreSpreadEvenly() {
        List<Replicas> spread = EvenSpread.over(BROKERS, partitions(12), 3);

        assertThat(spread)
                .allSatisfy(each -> assertThat(each.replicas()).hasSize(3).doesNotHaveDuplicates());
        assertThat(counts(
                        spread.stream().map(each -> each.replicas().getFirst()).toList()))
                .isEqualTo(Map.of(1, 3L, 2, 3L, 3, 3L, 4, 3L));
        assertThat(counts(spread.stream()
                        .flatMap(each -> each.replicas().stream())
                        .toList()))
                .isEqualTo(Map.of(1, 9L, 2, 9L, 3, 9L, 4, 9L));
    }

    @Test
    void theLeadershipsOfOneBrokerFallToAllOthers() {
        List<Integer> second = EvenSpread.over(BROKERS, partitions(12), 2).stream()
                .filter(each -> each.replicas().getFirst() == 1)
                .map(each -> each.replicas().get(1))
                .toList();

        assertThat(second).containsExactlyInAnyOrder(2, 3, 4);
    }

    @Test
    void morePartitionsThanBrokersAreFineButMoreReplicasAreNot() {
        assertThat(EvenSpread.over(List.of(7), partitions(3), null))
                .allSatisfy(each -> assertThat(each.replicas()).containsExactly(7));
        assertThatThrownBy(() -> EvenSpread.over(List.of(7), partitions(1), 2))
                .hasMessageContaining("2 replicas of a partition need as many brokers, and there are 1");
    }

    private static List<Replicas> partitions(int count) {
        return IntStream.range(0, count)
                .mapToObj(partition -> new Replicas("t", partition, List.of(1)))
                .toList();
    }

    private static Map<Integer, Long> counts(List<Integer> brokers) {
        return brokers.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }
}
