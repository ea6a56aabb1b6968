/** The record log of one partition, in Kafka's formats on disk. Start with PartitionLog. */
@NullMarked
package dev.troupe.persistence.log;

import org.jspecify.annotations.NullMarked;
