/** What an operator sets, and what is refused. */
@NullMarked
package dev.troupe.cluster.config;

import org.jspecify.annotations.NullMarked;
