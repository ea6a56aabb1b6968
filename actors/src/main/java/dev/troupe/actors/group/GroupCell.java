package dev.troupe.actors.group;

/**
 * Holds a group's state for its actor. Pekko lets an event-sourced state change by persisted events only; of ours some are
 * not persisted, so the state it carries is this cell, and both kinds of event change what is in it in the one same way.
 */
final class GroupCell {
    private GroupState state;

    GroupCell(String groupId) {
        state = blank(groupId);
    }

    private static GroupState blank(String groupId) {
        return new GroupState.Empty(GroupCore.blank(groupId), -1);
    }

    GroupState state() {
        return state;
    }

    /** A group that is dead and asked for again, before its actor has gone, is another one under the same id. */
    GroupState stateFor(GroupInput input) {
        if (state instanceof GroupState.Dead(GroupCore core)
                && input instanceof GroupRequest<?> request
                && request.createsGroup()) {
            state = blank(core.groupId());
        }
        return state;
    }

    /** Takes over what passing events have made of the state when they were decided on. */
    void moveTo(GroupState afterPassing) {
        state = afterPassing;
    }

    GroupCell apply(GroupEvent event) {
        state = GroupEvolution.evolve(state, event);
        return this;
    }
}
