/** What integration tests share. Start with {@link dev.troupe.cluster.testing.TestNode}. */
@NullMarked
package dev.troupe.cluster.testing;

import org.jspecify.annotations.NullMarked;
