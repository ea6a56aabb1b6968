/** Parts of a node by themselves. */
@NullMarked
package dev.troupe.cluster.node;

import org.jspecify.annotations.NullMarked;
