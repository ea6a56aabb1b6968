/** Tests of what is served over HTTP. */
@NullMarked
package dev.troupe.cluster.management;

import org.jspecify.annotations.NullMarked;
