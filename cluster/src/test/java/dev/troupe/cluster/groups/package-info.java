/** Tests of plans to move offsets. */
@NullMarked
package dev.troupe.cluster.groups;

import org.jspecify.annotations.NullMarked;
