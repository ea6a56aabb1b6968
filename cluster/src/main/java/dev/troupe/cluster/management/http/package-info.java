/**
 * How management is asked: a table of {@link dev.troupe.cluster.management.http.Endpoint}s, and the
 * {@link dev.troupe.cluster.management.http.Router} that finds the right one. What is wrong with a request is told here, in one
 * shape for all of them. Knows nothing of what is asked for.
 */
@NullMarked
package dev.troupe.cluster.management.http;

import org.jspecify.annotations.NullMarked;
