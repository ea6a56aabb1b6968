/**
 * Kafka's record batches (format v2): their layout, the checks a batch must pass before it is appended, and reading and
 * building them. Start with {@link dev.troupe.protocol.record.BatchCheck}. Kafka's record and compression classes are used
 * here and do not leave this package.
 */
@NullMarked
package dev.troupe.protocol.record;

import org.jspecify.annotations.NullMarked;
