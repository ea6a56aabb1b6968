package dev.troupe.cluster.management.json;

import dev.troupe.actors.partition.PartitionView;
import dev.troupe.persistence.log.LogView;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A topic with its partitions and what was set on it. */
public record TopicJson(
        String name, String id, boolean internal, Map<String, String> configs, List<Partition> partitions) {

    /**
     * As one node knows it.
     *
     * @param replicas the replicas on that node
     */
    public static TopicJson of(TopicInfo topic, Function<TopicPartition, Optional<PartitionView>> replicas) {
        return new TopicJson(
                topic.name(),
                topic.id().toString(),
                topic.internal(),
                topic.configs(),
                topic.partitions().stream()
                        .map(info ->
                                Partition.of(info, replicas.apply(new TopicPartition(topic.name(), info.partition()))))
                        .toList());
    }

    /**
     * One partition.
     *
     * @param state {@code online}, or {@code offline} where nobody leads it
     * @param leader the node to ask for its offsets, -1 where nobody leads it
     * @param replica the replica on the node that was asked, null where it has none
     */
    public record Partition(
            int partition,
            String state,
            int leader,
            int leaderEpoch,
            int partitionEpoch,
            List<Integer> replicas,
            List<Integer> isr,
            @Nullable Replica replica) {

        private static Partition of(PartitionInfo info, Optional<PartitionView> replica) {
            return new Partition(
                    info.partition(),
                    info.leader() == PartitionInfo.NO_LEADER ? "offline" : "online",
                    info.leader(),
                    info.leaderEpoch(),
                    info.partitionEpoch(),
                    info.replicas(),
                    info.isr(),
                    replica.map(Replica::of).orElse(null));
        }
    }

    /**
     * The replica on the node that was asked; what its log would tell is null while that is not open.
     *
     * @param role {@code leader}, {@code follower} or {@code offline}
     * @param logEndOffset the offset of the next record
     * @param highWatermark where consumers can read to
     * @param reason why it is offline, null otherwise
     */
    public record Replica(
            String role,
            @Nullable Long logStartOffset,
            @Nullable Long highWatermark,
            @Nullable Long logEndOffset,
            @Nullable Long sizeBytes,
            @Nullable String reason) {

        private static Replica of(PartitionView view) {
            Optional<LogView> log = Optional.ofNullable(view.log());
            return new Replica(
                    view.role().name().toLowerCase(Locale.ROOT),
                    log.map(LogView::logStartOffset).orElse(null),
                    log.map(LogView::highWatermark).orElse(null),
                    log.map(LogView::logEndOffset).orElse(null),
                    log.map(LogView::sizeInBytes).orElse(null),
                    view.reason());
        }
    }

    /**
     * A topic in a list of topics.
     *
     * @param offline how many partitions nobody leads
     * @param underReplicated how many have fewer in-sync replicas than replicas
     * @param records offsets that can be read, in the replicas on the node that was asked
     * @param sizeBytes of these replicas
     */
    public record Row(
            String name,
            String id,
            boolean internal,
            int partitions,
            int replicationFactor,
            long offline,
            long underReplicated,
            long records,
            long sizeBytes) {

        /** As one node knows it. */
        public static Row of(TopicInfo topic, Function<TopicPartition, Optional<PartitionView>> replicas) {
            List<LogView> logs = topic.partitions().stream()
                    .map(each -> new TopicPartition(topic.name(), each.partition()))
                    .flatMap(partition -> replicas.apply(partition).map(PartitionView::log).stream())
                    .toList();
            return new Row(
                    topic.name(),
                    topic.id().toString(),
                    topic.internal(),
                    topic.partitions().size(),
                    topic.partitions().stream()
                            .mapToInt(partition -> partition.replicas().size())
                            .max()
                            .orElse(0),
                    topic.partitions().stream()
                            .filter(each -> !each.hasLeader())
                            .count(),
                    topic.partitions().stream()
                            .filter(each -> each.isr().size() < each.replicas().size())
                            .count(),
                    logs.stream()
                            .mapToLong(log -> log.highWatermark() - log.logStartOffset())
                            .sum(),
                    logs.stream().mapToLong(LogView::sizeInBytes).sum());
        }
    }
}
