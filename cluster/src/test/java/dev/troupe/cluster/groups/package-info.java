/** Tests of plans to move offsets, and of groups of Kafka's own consumers. */
@NullMarked
package dev.troupe.cluster.groups;

import org.jspecify.annotations.NullMarked;
