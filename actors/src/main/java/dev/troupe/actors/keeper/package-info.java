/** What a node does for its record logs while nobody asks: start with {@link dev.troupe.actors.keeper.LogKeeper}. */
@NullMarked
package dev.troupe.actors.keeper;

import org.jspecify.annotations.NullMarked;
