package dev.troupe.actors.controller;

import dev.troupe.protocol.TopicId;
import dev.troupe.protocol.metadata.PartitionInfo;
import dev.troupe.protocol.metadata.TopicInfo;
import java.util.ArrayList;
import java.util.List;
import org.pcollections.PMap;
import org.pcollections.PVector;

/**
 * A topic as the controller has it.
 *
 * @param name its name
 * @param id its id
 * @param internal whether it belongs to the broker
 * @param deleting whether its deletion has started: metadata does not list it any more (R2)
 * @param partitions the one at index i has number i
 * @param configs what was set on it
 */
record TopicState(
        String name,
        TopicId id,
        boolean internal,
        boolean deleting,
        PVector<PartitionState> partitions,
        PMap<String, String> configs) {

    TopicState withPartition(int partition, PartitionState state) {
        return new TopicState(name, id, internal, deleting, partitions.with(partition, state), configs);
    }

    TopicState withPartitions(PVector<PartitionState> next) {
        return new TopicState(name, id, internal, deleting, next, configs);
    }

    TopicState withConfigs(PMap<String, String> next) {
        return new TopicState(name, id, internal, deleting, partitions, next);
    }

    TopicState beingDeleted() {
        return new TopicState(name, id, internal, true, partitions, configs);
    }

    /** As brokers and clients see it. */
    TopicInfo info() {
        List<PartitionInfo> infos = new ArrayList<>(partitions.size());
        for (PartitionState partition : partitions) {
            infos.add(partition.info(infos.size()));
        }
        return new TopicInfo(name, id, internal, infos, configs);
    }
}
