package dev.troupe.actors.group;

/**
 * Holds a group's state for its actor. Pekko lets an event-sourced state change by persisted events only; of ours some are
 * not persisted, so the state it carries is this cell, and both kinds of event change what is in it in the one same way.
 */
final class GroupCell {
    private GroupState state;

    GroupCell(String groupId) {
        state = new GroupState.Empty(GroupCore.blank(groupId), -1);
    }

    GroupState state() {
        return state;
    }

    GroupCell apply(GroupEvent event) {
        state = GroupEvolution.evolve(state, event);
        return this;
    }
}
