/**
 * What an operator may set, read and checked before anything starts. Start with
 * {@link dev.troupe.cluster.config.ConfigLoader}. Knows nothing of actors.
 */
@NullMarked
package dev.troupe.cluster.config;

import org.jspecify.annotations.NullMarked;
