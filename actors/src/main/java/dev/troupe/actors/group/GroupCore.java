package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.protocol.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.PMap;
import org.pcollections.PSet;

/**
 * What a group has in every state.
 *
 * @param groupId its id
 * @param protocolType what kind of members it has or had, null where it never had any
 * @param generation the last generation, 0 before the first
 * @param offsets committed offsets
 * @param pending member ids handed out and not used yet (G4)
 * @param stored whether any of it is in {@code __consumer_offsets}
 */
record GroupCore(
        String groupId,
        @Nullable String protocolType,
        int generation,
        PMap<TopicPartition, CommittedOffset> offsets,
        PSet<String> pending,
        boolean stored) {

    /** The kind of member that consumers are; only its metadata can be read here. */
    static final String CONSUMER = "consumer";

    static GroupCore blank(String groupId) {
        return new GroupCore(groupId, null, 0, HashTreePMap.empty(), HashTreePSet.empty(), false);
    }

    /** The protocol type, empty where there is none. */
    String protocolTypeOrEmpty() {
        return protocolType == null ? "" : protocolType;
    }

    boolean hasConsumers() {
        return CONSUMER.equals(protocolType);
    }

    GroupCore withProtocolType(String next) {
        return new GroupCore(groupId, next, generation, offsets, pending, stored);
    }

    GroupCore withGeneration(int next) {
        return new GroupCore(groupId, protocolType, next, offsets, pending, stored);
    }

    GroupCore withOffsets(PMap<TopicPartition, CommittedOffset> next) {
        return new GroupCore(groupId, protocolType, generation, next, pending, true);
    }

    GroupCore withPending(PSet<String> next) {
        return new GroupCore(groupId, protocolType, generation, offsets, next, stored);
    }

    GroupCore whenStored() {
        return stored ? this : new GroupCore(groupId, protocolType, generation, offsets, pending, true);
    }
}
