package dev.troupe.cluster.kafka.admin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.jspecify.annotations.Nullable;

/** Topics, asked for and changed from outside; waits for each answer. */
public final class TopicAdmin implements AutoCloseable {
    private final Admin admin;
    private final Answers answers;

    private TopicAdmin(Admin admin, Answers answers) {
        this.admin = admin;
        this.answers = answers;
    }

    /** Prepares to ask a cluster, as {@link GroupAdmin#connect} does. */
    public static TopicAdmin connect(String bootstrap, Duration patience) {
        return new TopicAdmin(AdminConnection.open(bootstrap, patience), new Answers(bootstrap));
    }

    /** All topics by name, those of the brokers themselves too. */
    public List<ListedTopic> list() {
        List<String> names = List.copyOf(answers.get(
                "listing topics",
                admin.listTopics(new ListTopicsOptions().listInternal(true)).names()));
        return answers.get("describing topics", admin.describeTopics(names).allTopicNames()).values().stream()
                .map(topic -> ListedTopic.of(topic.name(), topic.isInternal(), topic.partitions()))
                .sorted(Comparator.comparing(ListedTopic::topic))
                .toList();
    }

    /** A topic with its partitions and what was configured. */
    public DescribedTopic describe(String topic) {
        TopicDescription found = Objects.requireNonNull(answers.get(
                        "describing topic '" + topic + "'",
                        admin.describeTopics(List.of(topic)).allTopicNames())
                .get(topic));
        Map<String, String> configs = new TreeMap<>();
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        answers.get(
                        "reading the configs of topic '" + topic + "'",
                        admin.describeConfigs(List.of(resource)).all())
                .values()
                .forEach(config -> config.entries().stream()
                        .filter(entry -> entry.source() == ConfigSource.DYNAMIC_TOPIC_CONFIG)
                        .forEach(entry -> configs.put(entry.name(), String.valueOf(entry.value()))));
        return new DescribedTopic(
                topic,
                found.topicId().toString(),
                found.partitions().stream().map(DescribedTopic.Row::of).toList(),
                configs);
    }

    /**
     * Creates a topic.
     *
     * @param partitions null for the brokers' default, like {@code replicas}
     */
    public void create(
            String topic, @Nullable Integer partitions, @Nullable Short replicas, Map<String, String> configs) {
        NewTopic wanted = new NewTopic(topic, Optional.ofNullable(partitions), Optional.ofNullable(replicas));
        answers.get(
                "creating topic '" + topic + "'",
                admin.createTopics(List.of(wanted.configs(configs))).all());
    }

    /** Deletes a topic with all its records. */
    public void delete(String topic) {
        answers.get(
                "deleting topic '" + topic + "'",
                admin.deleteTopics(List.of(topic)).all());
    }

    /** Has a topic grow to so many partitions. */
    public void grow(String topic, int partitions) {
        answers.get(
                "adding partitions to topic '" + topic + "'",
                admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                        .all());
    }

    /** Sets configs, and takes others back to their defaults. */
    public void configure(String topic, Map<String, String> set, List<String> unset) {
        List<AlterConfigOp> changes = new ArrayList<>();
        set.forEach((name, value) ->
                changes.add(new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET)));
        unset.forEach(name -> changes.add(new AlterConfigOp(new ConfigEntry(name, ""), AlterConfigOp.OpType.DELETE)));
        answers.get(
                "configuring topic '" + topic + "'",
                admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), changes))
                        .all());
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
