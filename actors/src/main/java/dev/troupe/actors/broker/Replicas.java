package dev.troupe.actors.broker;

import dev.troupe.actors.partition.HostedPartition;
import dev.troupe.actors.partition.PartitionCommand;
import dev.troupe.actors.partition.PartitionCommand.Configure;
import dev.troupe.actors.partition.PartitionCommand.Follow;
import dev.troupe.actors.partition.PartitionCommand.Lead;
import dev.troupe.actors.partition.PartitionCommand.PartitionReply;
import dev.troupe.actors.partition.PartitionCommand.Stop;
import dev.troupe.protocol.TopicPartition;
import dev.troupe.protocol.broker.LeaderAndIsr;
import dev.troupe.protocol.broker.StopReplica;
import dev.troupe.protocol.config.ConfigLayers;
import dev.troupe.protocol.config.TopicConfigs;
import dev.troupe.protocol.metadata.ClusterImage;
import dev.troupe.protocol.metadata.InternalTopics;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.jspecify.annotations.Nullable;

/** The replicas of this node: starts, instructs and stops their actors. Used by the broker's thread alone. */
final class Replicas {
    private final Map<TopicPartition, PartitionInfo> told = new HashMap<>();
    private final ActorContext<BrokerMessage> actor;
    private final BrokerContext node;
    private final ActorRef<PartitionReply> answers;

    Replicas(ActorContext<BrokerMessage> actor, BrokerContext node, ActorRef<PartitionReply> answers) {
        this.actor = actor;
        this.node = node;
        this.answers = answers;
    }

    /** The replica of that partition, if there is one. */
    Optional<HostedPartition> find(TopicPartition partition) {
        return node.hosted().get(partition);
    }

    /** The partitions that have a replica here. */
    List<TopicPartition> all() {
        return node.hosted().all().stream().map(HostedPartition::partition).toList();
    }

    /**
     * Starts the replica or tells it of its leader.
     *
     * @return whether it will answer; false where it has been told all this already
     */
    boolean lead(LeaderAndIsr order) {
        TopicPartition partition = order.partition();
        HostedPartition hosted = find(partition).orElseGet(() -> host(order));
        PartitionInfo before = told.get(partition);
        if (order.info().equals(before)) {
            return false;
        }
        told.put(partition, order.info());
        boolean leads = order.info().leader() == node.identity().id();
        if (before != null
                && leads(before)
                && (!leads || before.leaderEpoch() != order.info().leaderEpoch())) {
            resigned(partition, before.leaderEpoch());
        }
        PartitionCommand command = leads ? new Lead(order.info(), answers) : new Follow(order.info(), answers);
        hosted.actor().tell(command);
        return true;
    }

    private HostedPartition host(LeaderAndIsr order) {
        Map<String, String> configs = effective(order.configs(), node.metadata().current());
        HostedPartition hosted =
                node.partitions().create(actor, order.partition(), order.topicId(), order.info(), configs);
        node.hosted().add(hosted);
        return hosted;
    }

    /** A replica of which nothing but files may be here, to be stopped; no reader sees it. */
    HostedPartition unserved(StopReplica order) {
        TopicPartition partition = order.partition();
        PartitionInfo nobody =
                new PartitionInfo(partition.partition(), PartitionInfo.NO_LEADER, -1, -1, List.of(), List.of());
        Map<String, String> configs = effective(Map.of(), node.metadata().current());
        return node.partitions().create(actor, partition, order.topicId(), nobody, configs);
    }

    /** Takes the replica out of readers' sight and stops it; it answers. */
    void stop(HostedPartition hosted, boolean delete) {
        TopicPartition partition = hosted.partition();
        node.hosted().remove(partition);
        PartitionInfo before = told.remove(partition);
        if (before != null && leads(before)) {
            resigned(partition, before.leaderEpoch());
        }
        hosted.actor().tell(new Stop(delete, answers));
    }

    /** The replica serves in the role it was given. */
    void serves(TopicPartition partition) {
        PartitionInfo info = told.get(partition);
        if (info != null && leads(info) && InternalTopics.contains(partition.topic())) {
            node.listeners().forEach(listener -> listener.elected(partition, info.leaderEpoch()));
        }
    }

    /** The replica failed; it is told anew when the controller asks again. */
    void failed(TopicPartition partition) {
        told.remove(partition);
    }

    private boolean leads(PartitionInfo info) {
        return info.leader() == node.identity().id();
    }

    private void resigned(TopicPartition partition, int leaderEpoch) {
        if (InternalTopics.contains(partition.topic())) {
            node.listeners().forEach(listener -> listener.resigned(partition, leaderEpoch));
        }
    }

    /** Tells replicas of the topic configs that another image puts in force. */
    void configure(ClusterImage before, ClusterImage now, Iterable<String> touched) {
        if (!layers(before).equals(layers(now))) {
            now.topics().values().forEach(topic -> configure(topic, now));
            return;
        }
        for (String name : touched) {
            TopicInfo topic = now.topics().get(name);
            @Nullable TopicInfo old = before.topics().get(name);
            if (topic != null && (old == null || !old.configs().equals(topic.configs()))) {
                configure(topic, now);
            }
        }
    }

    private void configure(TopicInfo topic, ClusterImage image) {
        Configure command = new Configure(effective(topic.configs(), image));
        for (PartitionInfo partition : topic.partitions()) {
            find(new TopicPartition(topic.name(), partition.partition()))
                    .ifPresent(hosted -> hosted.actor().tell(command));
        }
    }

    private Map<String, String> effective(Map<String, String> topicConfigs, ClusterImage image) {
        return TopicConfigs.effective(topicConfigs, layers(image));
    }

    private ConfigLayers layers(ClusterImage image) {
        return ConfigLayers.of(image, node.identity().id(), node.fixedConfigs());
    }
}
