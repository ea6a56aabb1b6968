/**
 * How messages and stored events become bytes: CBOR under short stable tags. Start with
 * {@link dev.troupe.protocol.serialization.CborSerializer}; a module names its own types in a
 * {@link dev.troupe.protocol.serialization.MessageTags} that {@code META-INF/services} lists. May import Pekko's serialization
 * and Jackson.
 */
@NullMarked
package dev.troupe.protocol.serialization;

import org.jspecify.annotations.NullMarked;
