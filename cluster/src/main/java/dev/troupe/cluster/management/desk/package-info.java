/**
 * What a node asks another one for on behalf of whoever asked it over HTTP: a group is known at its coordinator, a log at its
 * replicas, a plan at the node that made it, and people should not have to know which.
 *
 * <p>Start with {@link dev.troupe.cluster.management.desk.NodeDesk}; questions and answers travel as
 * {@link dev.troupe.cluster.management.desk.DeskMessage}. What the questions mean is known to the routes alone.
 */
@NullMarked
package dev.troupe.cluster.management.desk;

import org.jspecify.annotations.NullMarked;
