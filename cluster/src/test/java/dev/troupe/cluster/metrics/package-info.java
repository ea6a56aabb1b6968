/** What is counted, and when. */
@NullMarked
package dev.troupe.cluster.metrics;

import org.jspecify.annotations.NullMarked;
