package dev.troupe.cluster.kafka.admin;

import dev.troupe.protocol.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.ElectionNotNeededException;

/** Brokers, elections and reassignments, asked for and changed from outside; waits for each answer. */
public final class ClusterAdmin implements AutoCloseable {
    private final Admin admin;
    private final Answers answers;

    private ClusterAdmin(Admin admin, Answers answers) {
        this.admin = admin;
        this.answers = answers;
    }

    /** Prepares to ask a cluster, as {@link GroupAdmin#connect} does. */
    public static ClusterAdmin connect(String bootstrap, Duration patience) {
        return new ClusterAdmin(AdminConnection.open(bootstrap, patience), new Answers(bootstrap));
    }

    /** All live brokers by id. */
    public List<ListedBroker> brokers() {
        DescribeClusterResult cluster = admin.describeCluster();
        Node controller = answers.get("asking for the controller", cluster.controller());
        return answers.get("listing brokers", cluster.nodes()).stream()
                .map(node -> new ListedBroker(
                        node.id(),
                        node.host(),
                        node.port(),
                        node.rack(),
                        controller != null && controller.id() == node.id()))
                .sorted(Comparator.comparingInt(ListedBroker::id))
                .toList();
    }

    /** The cluster's id. */
    public String clusterId() {
        return answers.get(
                "asking for the cluster's id", admin.describeCluster().clusterId());
    }

    /**
     * Has leaders elected.
     *
     * @param unclean whether a replica that is not in sync may lead where none other can
     * @param partitions none for all
     * @return what was not done and why, and an empty text where it was, by partition; those that need no election are left out
     */
    public Map<String, String> elect(boolean unclean, Set<TopicPartition> partitions) {
        Map<String, String> outcomes = new TreeMap<>();
        answers.get(
                        "electing leaders",
                        admin.electLeaders(
                                        unclean ? ElectionType.UNCLEAN : ElectionType.PREFERRED,
                                        partitions.isEmpty() ? null : kafkas(partitions))
                                .partitions())
                .forEach((partition, failure) -> {
                    if (failure.isEmpty() || !(failure.get() instanceof ElectionNotNeededException)) {
                        outcomes.put(
                                partition.toString(),
                                failure.map(Throwable::getMessage).orElse(""));
                    }
                });
        return outcomes;
    }

    /** Which brokers have the partitions of these topics. */
    public List<Replicas> replicas(List<String> topics) {
        List<Replicas> all = new ArrayList<>();
        new TreeMap<>(answers.get(
                        "describing topics " + String.join(", ", topics),
                        admin.describeTopics(topics).allTopicNames()))
                .forEach((topic, found) -> found.partitions()
                        .forEach(info -> all.add(new Replicas(
                                topic,
                                info.partition(),
                                info.replicas().stream().map(Node::id).toList()))));
        return all;
    }

    /** Begins to give partitions other replicas (KIP-455). */
    public void reassign(List<Replicas> wanted) {
        answers.get(
                "reassigning partitions",
                admin.alterPartitionReassignments(wanted.stream()
                                .collect(Collectors.toMap(
                                        each -> new org.apache.kafka.common.TopicPartition(
                                                each.topic(), each.partition()),
                                        each -> Optional.of(new NewPartitionReassignment(each.replicas())))))
                        .all());
    }

    /** The partitions that are being reassigned. */
    public Set<TopicPartition> reassigning() {
        return answers
                .get("listing reassignments", admin.listPartitionReassignments().reassignments())
                .keySet()
                .stream()
                .map(each -> new TopicPartition(each.topic(), each.partition()))
                .collect(Collectors.toSet());
    }

    /** Takes reassignments back that are not done yet. */
    public void cancel(Set<TopicPartition> partitions) {
        answers.get(
                "cancelling reassignments",
                admin.alterPartitionReassignments(kafkas(partitions).stream()
                                .collect(Collectors.toMap(
                                        each -> each, each -> Optional.<NewPartitionReassignment>empty())))
                        .all());
    }

    private static Set<org.apache.kafka.common.TopicPartition> kafkas(Set<TopicPartition> partitions) {
        return partitions.stream()
                .map(each -> new org.apache.kafka.common.TopicPartition(each.topic(), each.partition()))
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
