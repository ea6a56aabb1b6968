package dev.troupe.cluster.management;

import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a node can be restarted safely (M3): while it is away every partition must have a leader, take writes with acks=all,
 * and a majority must keep the metadata.
 *
 * @param image the cluster
 * @param voters the nodes that keep the metadata
 * @param minInsyncReplicas what holds for topics that do not say
 */
public record RestartCheck(ClusterImage image, List<Integer> voters, int minInsyncReplicas) {
    private static final int EXAMPLES = 20;
    private static final String MIN_ISR = "min.insync.replicas";

    public RestartCheck {
        voters = List.copyOf(voters);
    }

    /**
     * Something that speaks against it.
     *
     * @param code a stable word for programs
     * @param reason in words
     * @param count how many partitions, 0 where it is not about partitions
     * @param partitions some of them
     */
    public record Obstacle(String code, String reason, int count, List<String> partitions) {
        public Obstacle {
            partitions = List.copyOf(partitions);
        }
    }

    /** What speaks against restarting a node; nothing where it is down anyhow, but for the metadata. */
    public List<Obstacle> obstacles(int broker) {
        List<String> alone = new ArrayList<>();
        List<String> tooFew = new ArrayList<>();
        for (TopicInfo topic : image.topics().values()) {
            for (PartitionInfo partition : topic.partitions()) {
                if (partition.isr().contains(broker)) {
                    int left = partition.isr().size() - 1;
                    if (left == 0) {
                        alone.add(topic.name() + "-" + partition.partition());
                    } else if (left < needed(topic, partition)) {
                        tooFew.add(topic.name() + "-" + partition.partition());
                    }
                }
            }
        }
        List<Obstacle> all = new ArrayList<>();
        add(all, "only_in_sync_replica", "nobody could lead them meanwhile: no other replica is in sync", alone);
        add(all, "too_few_in_sync", "writes with acks=all would be refused meanwhile, for " + MIN_ISR, tooFew);
        metadata(broker).ifPresent(all::add);
        return all;
    }

    private int needed(TopicInfo topic, PartitionInfo partition) {
        String text =
                topic.configs().getOrDefault(MIN_ISR, image.clusterConfigs().get(MIN_ISR));
        int wanted = text == null ? minInsyncReplicas : Integer.parseInt(text);
        return Math.min(wanted, partition.replicas().size());
    }

    private Optional<Obstacle> metadata(int broker) {
        if (!voters.contains(broker)) {
            return Optional.empty();
        }
        long left = voters.stream()
                .filter(voter -> voter != broker && image.brokers().containsKey(voter))
                .count();
        int majority = voters.size() / 2 + 1;
        return left >= majority
                ? Optional.empty()
                : Optional.of(new Obstacle(
                        "metadata_majority",
                        left + " of the " + voters.size() + " nodes that keep the metadata would be left, and "
                                + majority + " must be there",
                        0,
                        List.of()));
    }

    private static void add(List<Obstacle> all, String code, String reason, List<String> partitions) {
        if (!partitions.isEmpty()) {
            List<String> examples = partitions.stream().sorted().limit(EXAMPLES).toList();
            all.add(new Obstacle(code, reason, partitions.size(), examples));
        }
    }
}
