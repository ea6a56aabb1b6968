/** What a node shows over HTTP. Start with {@link dev.troupe.cluster.management.ManagementRoutes}. Reads only. */
@NullMarked
package dev.troupe.cluster.management;

import org.jspecify.annotations.NullMarked;
