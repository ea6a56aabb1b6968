package dev.troupe.actors.consumer;

import dev.troupe.actors.group.GroupReply.JoinedMember;
import dev.troupe.protocol.TopicPartition;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a member knows of its membership.
 *
 * @param phase where it stands
 * @param topics what the application wants
 * @param joinedWith what it has joined with, which may be what the application wanted before
 * @param identity who it is in the group
 * @param protocol the assignor of this generation, empty where there is none
 * @param holdings which partitions it has
 * @param leadership what it knows as the leader, {@link Leadership#NONE} where it is not
 * @param attempt counts the steps, so that answers to earlier ones are told apart
 */
record MemberState(
        MemberPhase phase,
        Set<String> topics,
        Set<String> joinedWith,
        Identity identity,
        String protocol,
        Holdings holdings,
        Leadership leadership,
        int attempt) {
    static final MemberState NEW = new MemberState(
            MemberPhase.OUTSIDE,
            Set.of(),
            Set.of(),
            Identity.NOBODY,
            "",
            new Holdings(Set.of(), Set.of(), Set.of()),
            Leadership.NONE,
            0);

    MemberState {
        topics = Set.copyOf(topics);
        joinedWith = Set.copyOf(joinedWith);
        if (phase == MemberPhase.STABLE && !identity.isMember()) {
            throw new IllegalArgumentException("stable without being a member");
        }
        if (phase == MemberPhase.RELEASING && holdings.releasing().isEmpty()) {
            throw new IllegalArgumentException("releasing nothing");
        }
    }

    /** Its id, empty before it has one, and the generation it belongs to, -1 for none. */
    record Identity(String memberId, int generation) {
        static final int NO_GENERATION = -1;
        static final Identity NOBODY = new Identity("", NO_GENERATION);

        boolean isMember() {
            return generation != NO_GENERATION;
        }
    }

    /**
     * Its partitions.
     *
     * @param owned what it has
     * @param releasing what of that the application is giving up
     * @param before what it had at last, which the assignor {@code sticky} remembers
     */
    record Holdings(Set<TopicPartition> owned, Set<TopicPartition> releasing, Set<TopicPartition> before) {
        Holdings {
            owned = Set.copyOf(owned);
            releasing = Set.copyOf(releasing);
            before = Set.copyOf(before);
            if (!owned.containsAll(releasing)) {
                throw new IllegalArgumentException("releasing what it has not");
            }
        }
    }

    /**
     * What only the leader knows.
     *
     * @param members all with their subscriptions
     * @param topics what all of them want
     * @param counts how many partitions these had when it assigned them
     */
    record Leadership(List<JoinedMember> members, Set<String> topics, Map<String, Integer> counts) {
        static final Leadership NONE = new Leadership(List.of(), Set.of(), Map.of());

        Leadership {
            members = List.copyOf(members);
            topics = Set.copyOf(topics);
            counts = Map.copyOf(counts);
        }
    }

    boolean leads() {
        return !leadership.members().isEmpty();
    }

    MemberState with(MemberPhase next) {
        return new MemberState(next, topics, joinedWith, identity, protocol, holdings, leadership, attempt + 1);
    }

    MemberState with(Identity other) {
        return new MemberState(phase, topics, joinedWith, other, protocol, holdings, leadership, attempt);
    }

    MemberState with(Holdings others) {
        return new MemberState(phase, topics, joinedWith, identity, protocol, others, leadership, attempt);
    }

    MemberState with(String assignor, Leadership other) {
        return new MemberState(phase, topics, joinedWith, identity, assignor, holdings, other, attempt);
    }

    MemberState wanting(Set<String> others) {
        return new MemberState(phase, others, joinedWith, identity, protocol, holdings, leadership, attempt);
    }

    /** Joining with what the application wants now. */
    MemberState joining() {
        return new MemberState(
                MemberPhase.JOINING, topics, topics, identity, protocol, holdings, Leadership.NONE, attempt + 1);
    }
}
