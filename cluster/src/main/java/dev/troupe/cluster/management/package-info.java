/** What a node shows over HTTP. Start with {@link dev.troupe.cluster.management.ManagementRoutes}. Reads, but for the offsets of groups where that is permitted. */
@NullMarked
package dev.troupe.cluster.management;

import org.jspecify.annotations.NullMarked;
