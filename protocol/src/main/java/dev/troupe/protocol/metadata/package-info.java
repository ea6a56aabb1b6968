/**
 * The cluster as every broker knows it: {@link dev.troupe.protocol.metadata.ClusterImage} is immutable and complete; the
 * controller makes the next one, brokers publish it to whoever reads.
 */
@NullMarked
package dev.troupe.protocol.metadata;

import org.jspecify.annotations.NullMarked;
