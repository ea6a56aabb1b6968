package dev.troupe.actors.partition;

import dev.troupe.protocol.TopicPartition;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The replicas that this node hosts. Any thread reads; the {@code Broker} actor adds and removes. */
public final class HostedPartitions {
    private final ConcurrentMap<TopicPartition, HostedPartition> byPartition = new ConcurrentHashMap<>();

    public Optional<HostedPartition> get(TopicPartition partition) {
        return Optional.ofNullable(byPartition.get(partition));
    }

    public Collection<HostedPartition> all() {
        return byPartition.values();
    }

    public void add(HostedPartition hosted) {
        byPartition.put(hosted.partition(), hosted);
    }

    public void remove(TopicPartition partition) {
        byPartition.remove(partition);
    }
}
