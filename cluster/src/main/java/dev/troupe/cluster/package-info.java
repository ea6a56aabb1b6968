/** How a node lives. Start with Main. */
@NullMarked
package dev.troupe.cluster;

import org.jspecify.annotations.NullMarked;
