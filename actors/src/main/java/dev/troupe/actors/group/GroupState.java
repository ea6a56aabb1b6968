package dev.troupe.actors.group;

import org.jspecify.annotations.Nullable;
import org.pcollections.PSet;

/** A consumer group: one record for each life-cycle state (G3), all immutable. */
sealed interface GroupState {

    /** What every state has. */
    GroupCore core();

    /** Which state it is. */
    GroupPhase phase();

    /** The same state with another core. */
    GroupState with(GroupCore core);

    /** Its members. */
    default Members members() {
        return Members.NONE;
    }

    /**
     * No members; offsets may be there.
     *
     * @param sinceMs when the last member left, wall clock; -1 where there was none
     */
    record Empty(GroupCore core, long sinceMs) implements GroupState {
        @Override
        public GroupPhase phase() {
            return GroupPhase.EMPTY;
        }

        @Override
        public Empty with(GroupCore next) {
            return new Empty(next, sinceMs);
        }
    }

    /**
     * Waits for members to join.
     *
     * @param leader who leads if it rejoins, null before the first member
     * @param gathering whether first joiners are being batched
     */
    record PreparingRebalance(
            GroupCore core, Members members, @Nullable String leader, boolean gathering) implements GroupState {
        public PreparingRebalance {
            require(leader == null || members.has(leader), "the leader is a member");
        }

        @Override
        public GroupPhase phase() {
            return GroupPhase.PREPARING_REBALANCE;
        }

        @Override
        public PreparingRebalance with(GroupCore next) {
            return new PreparingRebalance(next, members, leader, gathering);
        }
    }

    /**
     * Waits for the leader's assignment.
     *
     * @param protocol what the vote chose
     * @param unsynced members that have not asked for their assignment yet
     */
    record CompletingRebalance(GroupCore core, Members members, String leader, String protocol, PSet<String> unsynced)
            implements GroupState {
        public CompletingRebalance {
            require(members.has(leader), "the leader is a member");
        }

        @Override
        public GroupPhase phase() {
            return GroupPhase.COMPLETING_REBALANCE;
        }

        @Override
        public CompletingRebalance with(GroupCore next) {
            return new CompletingRebalance(next, members, leader, protocol, unsynced);
        }
    }

    /** Every member has an assignment, whether it has fetched it yet or not. */
    record Stable(GroupCore core, Members members, String leader, String protocol, PSet<String> unsynced)
            implements GroupState {
        public Stable {
            require(members.has(leader), "the leader is a member");
        }

        @Override
        public GroupPhase phase() {
            return GroupPhase.STABLE;
        }

        @Override
        public Stable with(GroupCore next) {
            return new Stable(next, members, leader, protocol, unsynced);
        }
    }

    /** Deleted or expired: its actor passes on what still comes in. */
    record Dead(GroupCore core) implements GroupState {
        @Override
        public GroupPhase phase() {
            return GroupPhase.DEAD;
        }

        @Override
        public Dead with(GroupCore next) {
            return new Dead(next);
        }
    }

    private static void require(boolean holds, String invariant) {
        if (!holds) {
            throw new IllegalStateException("broken: " + invariant);
        }
    }
}
