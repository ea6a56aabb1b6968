package dev.troupe.actors.group;

/**
 * A group in a list.
 *
 * @param groupId its id
 * @param protocolType what kind of members it has or had, empty where it never had any
 * @param state its life-cycle state
 */
public record GroupSummary(String groupId, String protocolType, GroupPhase state) {

    static GroupSummary of(GroupState state) {
        return new GroupSummary(state.core().groupId(), state.core().protocolTypeOrEmpty(), state.phase());
    }
}
