/** Replicas: their rules alone, their actor on a real log, and many of them against a bad network. */
@NullMarked
package dev.troupe.actors.partition;

import org.jspecify.annotations.NullMarked;
