/**
 * How nodes that were given the same seeds become one cluster, before anything else of them starts: they introduce themselves to
 * each other, the first seed names the cluster, and each learns who keeps the metadata. Start with
 * {@link dev.troupe.cluster.formation.FormationLogic}; {@link dev.troupe.cluster.formation.Formation} is its shell.
 */
@NullMarked
package dev.troupe.cluster.formation;

import org.jspecify.annotations.NullMarked;
