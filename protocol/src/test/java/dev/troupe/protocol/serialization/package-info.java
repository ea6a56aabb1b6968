/** What tests of messages and stored formats need; other modules use it from this module's test jar. */
@NullMarked
package dev.troupe.protocol.serialization;

import org.jspecify.annotations.NullMarked;
