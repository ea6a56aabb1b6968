/** Tests of the offsets journal: Kafka's bytes, and writing and loading partitions. */
@NullMarked
package dev.troupe.persistence.offsets;

import org.jspecify.annotations.NullMarked;
