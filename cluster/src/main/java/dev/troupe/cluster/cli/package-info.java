/** The command line. Start with {@link dev.troupe.cluster.cli.TroupeCommand}. */
@NullMarked
package dev.troupe.cluster.cli;

import org.jspecify.annotations.NullMarked;
