/**
 * Who of a group reads which partition (BEHAVIOUR A3): pure functions of members and partitions, with the results that Kafka's own
 * assignors of the same names have, so that members of both kinds can lead one group. Start with {@link
 * dev.troupe.actors.consumer.assignor.Assignor}.
 */
@NullMarked
package dev.troupe.actors.consumer.assignor;

import org.jspecify.annotations.NullMarked;
