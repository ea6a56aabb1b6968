/** What acts: the controller, brokers, partitions, groups. */
@NullMarked
package dev.troupe.actors;

import org.jspecify.annotations.NullMarked;
