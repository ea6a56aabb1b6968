/** A node that is killed, stopped and fed with nonsense while real clients use it: what was acknowledged must be there. */
@NullMarked
package dev.troupe.cluster.faults;

import org.jspecify.annotations.NullMarked;
