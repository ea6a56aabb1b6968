/** One actor for each hosted replica. Start with PartitionCommand. */
@NullMarked
package dev.troupe.actors.partition;

import org.jspecify.annotations.NullMarked;
