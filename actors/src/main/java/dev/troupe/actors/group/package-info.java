/**
 * Group coordinator and consumer groups (BEHAVIOUR G1 to G17).
 *
 * <p>Start with {@link dev.troupe.actors.group.Groups}, what the rest of the node sees, and
 * {@link dev.troupe.actors.group.GroupState}, what a group is. A request goes from {@code Groups} to the group's actor
 * ({@code GroupActor}, the shell), is decided by {@code GroupLogic} and its rules (pure), changes the state by events
 * ({@code GroupEvent}, {@code GroupEvolution}), and is answered by effects ({@code GroupEffect}). Events that must outlive the
 * node are kept in {@code __consumer_offsets}; see {@link dev.troupe.persistence.offsets.OffsetsRecord}.
 */
@NullMarked
package dev.troupe.actors.group;

import org.jspecify.annotations.NullMarked;
