/**
 * One node: its data directory, its guardian actor, the order in which parts start and stop. Start with
 * {@link dev.troupe.cluster.node.Node}.
 */
@NullMarked
package dev.troupe.cluster.node;

import org.jspecify.annotations.NullMarked;
