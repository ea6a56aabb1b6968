package dev.troupe.cluster.cli;

import dev.troupe.cluster.kafka.admin.Replicas;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Spreads partitions over brokers: leaders in turn, and the followers of one leader's partitions over all others. */
final class EvenSpread {
    private EvenSpread() {}

    /**
     * The same partitions with other replicas.
     *
     * @param factor how many replicas each, null for as many as now
     */
    static List<Replicas> over(List<Integer> brokers, List<Replicas> partitions, @Nullable Integer factor) {
        List<Replicas> spread = new ArrayList<>();
        int turn = 0;
        for (Replicas each : partitions) {
            int replicas = factor == null ? each.replicas().size() : factor;
            if (replicas < 1 || replicas > brokers.size()) {
                throw new CommandFailure(
                        Replication.count(replicas, "replica") + " of a partition need as many brokers, and there are "
                                + brokers.size() + "; --brokers and --replicas say which and how many");
            }
            spread.add(new Replicas(each.topic(), each.partition(), replicas(brokers, turn++, replicas)));
        }
        return spread;
    }

    private static List<Integer> replicas(List<Integer> brokers, int turn, int count) {
        int others = brokers.size() - 1;
        int first = turn % brokers.size();
        // Each round another follower comes first, so that all take over when a leader dies.
        int shift = others == 0 ? 0 : turn / brokers.size() % others;
        return IntStream.range(0, count)
                .mapToObj(i -> brokers.get(i == 0 ? first : (first + 1 + (shift + i - 1) % others) % brokers.size()))
                .toList();
    }
}
