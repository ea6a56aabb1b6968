/** Rules that hold for all modules. */
@NullMarked
package dev.troupe.cluster;

import org.jspecify.annotations.NullMarked;
