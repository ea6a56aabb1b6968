/** Pekko applications against a real node. Start with {@link dev.troupe.cluster.client.ActorApiIT}. */
@NullMarked
package dev.troupe.cluster.client;

import org.jspecify.annotations.NullMarked;
