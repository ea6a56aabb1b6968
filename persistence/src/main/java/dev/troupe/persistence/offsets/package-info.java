/**
 * The offsets journal: what consumer groups remember, kept as records of the internal topic {@code __consumer_offsets} in
 * Kafka's own key and value format (BEHAVIOUR G2), behind Pekko Persistence's plugin API.
 *
 * <p>Start with {@link dev.troupe.persistence.offsets.OffsetsRecord}, what can be remembered; then
 * {@link dev.troupe.persistence.offsets.OffsetsStore}, which holds the partitions that this node leads. The codec knows bytes
 * only; the log is reached through {@link dev.troupe.persistence.offsets.OffsetsLog}.
 */
@NullMarked
package dev.troupe.persistence.offsets;

import org.jspecify.annotations.NullMarked;
