/** How seeds become a cluster. */
@NullMarked
package dev.troupe.cluster.formation;

import org.jspecify.annotations.NullMarked;
