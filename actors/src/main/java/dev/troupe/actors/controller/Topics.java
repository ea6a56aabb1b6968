package dev.troupe.actors.controller;

import dev.troupe.protocol.TopicId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.PMap;
import org.pcollections.PSet;

/**
 * All topics with what makes changes cost what they change: an index by name and one by broker.
 *
 * @param byId every topic, those being deleted as well
 * @param byCollisionKey ids of listed topics; names that differ only in {@code .} and {@code _} share a key and cannot both be
 * @param onBroker the partitions that have a replica on each broker, or one that is being removed
 * @param preferredLeaders how many partitions have each broker as their preferred leader
 */
record Topics(
        PMap<TopicId, TopicState> byId,
        PMap<String, TopicId> byCollisionKey,
        PMap<Integer, PSet<PartitionId>> onBroker,
        PMap<Integer, Integer> preferredLeaders) {

    static final Topics NONE =
            new Topics(HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty());

    /** Names with equal keys would share a metric's name in Kafka's tools, so only one of them may be. */
    static String collisionKey(String name) {
        return name.replace('.', '_');
    }

    /** The listed topic of that name. */
    Optional<TopicState> listed(String name) {
        return colliding(name).filter(topic -> topic.name().equals(name));
    }

    /** The listed topic that has this name or one that collides with it. */
    Optional<TopicState> colliding(String name) {
        return Optional.ofNullable(byCollisionKey.get(collisionKey(name))).map(byId::get);
    }

    /** The topic of that id, listed or being deleted. */
    Optional<TopicState> find(TopicId id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The partition, which must exist. */
    PartitionState partition(PartitionId id) {
        return topic(id.topic()).partitions().get(id.partition());
    }

    /** The topic, which must exist. */
    TopicState topic(TopicId id) {
        TopicState topic = byId.get(id);
        if (topic == null) {
            throw new IllegalStateException("there is no topic " + id);
        }
        return topic;
    }

    /** Partitions with a replica on that broker. */
    Collection<PartitionId> on(int broker) {
        PSet<PartitionId> partitions = onBroker.get(broker);
        return partitions == null ? List.of() : partitions;
    }

    Topics plus(TopicState topic) {
        return new Topics(
                        byId.plus(topic.id(), topic),
                        topic.deleting() ? byCollisionKey : byCollisionKey.plus(collisionKey(topic.name()), topic.id()),
                        onBroker,
                        preferredLeaders)
                .indexed(topic, 0);
    }

    /** With the topic's newer state, which has partitions beyond {@code known}. */
    Topics grown(TopicState topic, int known) {
        return replaced(topic).indexed(topic, known);
    }

    /** With one partition's newer state. */
    Topics changed(PartitionId id, PartitionState next) {
        PartitionState before = partition(id);
        Topics topics = replaced(topic(id.topic()).withPartition(id.partition(), next));
        return before.holders().equals(next.holders()) && before.preferredLeader() == next.preferredLeader()
                ? topics
                : new Topics(topics.byId, byCollisionKey, onBroker, preferredLeaders)
                        .unindexed(id, before)
                        .indexed(id, next);
    }

    /** With the topic's newer state, which has the same replicas. */
    Topics replaced(TopicState topic) {
        return new Topics(byId.plus(topic.id(), topic), byCollisionKey, onBroker, preferredLeaders);
    }

    /** With the topic not listed any more. */
    Topics unlisted(TopicId id) {
        TopicState topic = topic(id);
        return new Topics(
                byId.plus(id, topic.beingDeleted()),
                byCollisionKey.minus(collisionKey(topic.name())),
                onBroker,
                preferredLeaders);
    }

    /** Without the topic. */
    Topics minus(TopicId id) {
        TopicState topic = topic(id);
        Topics next = this;
        for (int p = 0; p < topic.partitions().size(); p++) {
            next = next.unindexed(new PartitionId(id, p), topic.partitions().get(p));
        }
        return new Topics(byId.minus(id), byCollisionKey, next.onBroker, next.preferredLeaders);
    }

    private Topics indexed(TopicState topic, int from) {
        Topics next = this;
        for (int p = from; p < topic.partitions().size(); p++) {
            next = next.indexed(
                    new PartitionId(topic.id(), p), topic.partitions().get(p));
        }
        return next;
    }

    private Topics indexed(PartitionId id, PartitionState partition) {
        PMap<Integer, PSet<PartitionId>> on = onBroker;
        for (int broker : partition.holders()) {
            on = on.plus(broker, on.getOrDefault(broker, HashTreePSet.empty()).plus(id));
        }
        return new Topics(byId, byCollisionKey, on, count(preferredLeaders, partition.preferredLeader(), 1));
    }

    private Topics unindexed(PartitionId id, PartitionState partition) {
        PMap<Integer, PSet<PartitionId>> on = onBroker;
        for (int broker : partition.holders()) {
            on = on.plus(broker, on.getOrDefault(broker, HashTreePSet.empty()).minus(id));
        }
        return new Topics(byId, byCollisionKey, on, count(preferredLeaders, partition.preferredLeader(), -1));
    }

    private static PMap<Integer, Integer> count(PMap<Integer, Integer> counts, int broker, int change) {
        return counts.plus(broker, counts.getOrDefault(broker, 0) + change);
    }
}
