/**
 * What a node counts and measures, for Prometheus (M1): start with {@link dev.troupe.cluster.metrics.NodeMetrics}. Names are
 * those under which Kafka's own figures are known to dashboards. Reads what other parts publish, and asks nobody.
 */
@NullMarked
package dev.troupe.cluster.metrics;

import org.jspecify.annotations.NullMarked;
