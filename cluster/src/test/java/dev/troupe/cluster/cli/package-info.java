/** The command line as a user meets it. */
@NullMarked
package dev.troupe.cluster.cli;

import org.jspecify.annotations.NullMarked;
