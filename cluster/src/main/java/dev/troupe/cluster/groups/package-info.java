/**
 * Moving a group's offsets (G14): first a plan, then what it says. Start with {@link dev.troupe.cluster.groups.ResetPlanner}. Pure: imports
 * neither Kafka's clients nor Pekko.
 */
@NullMarked
package dev.troupe.cluster.groups;

import org.jspecify.annotations.NullMarked;
