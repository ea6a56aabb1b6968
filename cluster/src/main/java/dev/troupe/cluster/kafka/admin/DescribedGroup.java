package dev.troupe.cluster.kafka.admin;

import dev.troupe.protocol.TopicPartition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A consumer group as its coordinator describes it.
 *
 * @param assignor empty where none is in force
 * @param coordinator the node that coordinates it
 */
public record DescribedGroup(
        String group, String state, String assignor, String coordinator, List<Member> members, List<Row> partitions) {

    /** A member. */
    public record Member(
            String memberId,
            @Nullable String instanceId,
            String clientId,
            String host,
            List<TopicPartition> assignment) {}

    /**
     * How far the group is in one partition.
     *
     * @param committed null where nothing is
     * @param end where consumers can read to, null where it is not known
     * @param lag how many offsets lie between, null where one of both is not known
     * @param memberId who has it, null where nobody has
     */
    public record Row(
            String topic,
            int partition,
            @Nullable Long committed,
            @Nullable Long end,
            @Nullable Long lag,
            @Nullable String memberId) {

        static Row of(TopicPartition tp, @Nullable Long committed, @Nullable Long end, @Nullable String owner) {
            Long lag = committed == null || end == null ? null : Math.max(0, end - committed);
            return new Row(tp.topic(), tp.partition(), committed, end, lag, owner);
        }
    }
}
