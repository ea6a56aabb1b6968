package dev.troupe.actors.group;

import dev.troupe.persistence.offsets.CommittedOffset;
import dev.troupe.persistence.offsets.StoredGroup;
import dev.troupe.protocol.TopicPartition;
import java.util.Map;
import java.util.Set;

/**
 * What has happened to a group. {@link Durable} events are records of {@code __consumer_offsets}; {@link Passing} ones change
 * the state in the same way but are not journaled, as Kafka keeps only complete generations: a coordinator that takes over
 * goes on from the last of those, and members on their way join anew.
 */
sealed interface GroupEvent {

    /** Kept: applied live and on replay. */
    sealed interface Durable extends GroupEvent {}

    /** Not kept: applied live only. */
    sealed interface Passing extends GroupEvent {}

    /** A member id was handed out. */
    record MemberIdGiven(String memberId) implements Passing {}

    /** A member id was not used in time, or given back. */
    record MemberIdForgotten(String memberId) implements Passing {}

    /**
     * The group waits for its members to join.
     *
     * @param cause the trigger, for people (G15)
     * @param gathering whether first joiners are batched
     * @param withinMs how long its join phase may take
     */
    record RebalanceStarted(String cause, boolean gathering, long withinMs) implements Passing {}

    /** The first member of a group without members says what kind of members it has from now on. */
    record ProtocolTypeTaken(String protocolType) implements Passing {}

    /**
     * A member joined or rejoined; it waits for the join phase to end.
     *
     * @param reason why, as the client says (KIP-800), empty where it does not
     */
    record MemberJoined(Member member, String reason) implements Passing {}

    /** A member is out. */
    record MemberRemoved(String memberId, String cause) implements Passing {}

    /** A static member came back under another member id (G9). */
    record MemberReplaced(String oldMemberId, Member member) implements Passing {}

    /** The leader did not rejoin, so another leads. */
    record LeaderChosen(String memberId) implements Passing {}

    /** The join phase has ended. */
    record GenerationFormed(int generation, String protocol) implements Passing {}

    /** A member asked for its assignment. */
    record MemberSynced(String memberId) implements Passing {}

    /** Nothing of the group is kept and nobody is in it. */
    record GroupAbandoned() implements Passing {}

    /** A generation is complete: with members and their assignments, or without any. */
    record GenerationCompleted(StoredGroup group) implements Durable {}

    /** Offsets were committed. */
    record OffsetsCommitted(Map<TopicPartition, CommittedOffset> offsets) implements Durable {
        public OffsetsCommitted {
            offsets = Map.copyOf(offsets);
        }
    }

    /** Offsets are gone. */
    record OffsetsRemoved(Set<TopicPartition> partitions, String cause) implements Durable {
        public OffsetsRemoved {
            partitions = Set.copyOf(partitions);
        }
    }

    /**
     * The group is gone.
     *
     * @param partitions whose offsets go with it
     */
    record GroupDeleted(Set<TopicPartition> partitions, String cause) implements Durable {
        public GroupDeleted {
            partitions = Set.copyOf(partitions);
        }
    }
}
